//! Refusals that many calls share, for the description at `/openapi.json`. Each call names its own refusals itself.

use std::collections::BTreeMap;

use onefare_core::wire::problem::ProblemBody;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::{ContentBuilder, RefOr};
use utoipa::{IntoResponses, ToSchema};

/// The refusals of any call: the shop failed, or too many calls came.
#[derive(Clone, Copy, Debug)]
pub struct Failures;

/// The refusals of calls with a JSON body.
#[derive(Clone, Copy, Debug)]
pub struct JsonRefusals;

/// The refusals of calls without a body that act for a signed-in customer.
#[derive(Clone, Copy, Debug)]
pub struct ActRefusals;

/// The refusals of a webhook event that cannot be read.
#[derive(Clone, Copy, Debug)]
pub struct EventRefusals;

/// The refusals of any address when the shop fails.
const FAILURES: [(&str, &str); 2] = [
    ("500", "something_wrong: the shop failed"),
    ("503", "provider_unavailable: no answer in time; what was stored by then is kept"),
];

impl IntoResponses for Failures {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let mut all = refusals(&[("429", "rate_limited: too many calls; `Retry-After` says when to try again")]);
        all.extend(refusals(&FAILURES));
        all
    }
}

impl IntoResponses for JsonRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let mut all = refusals(&[
            ("400", "bad_request: the body is no JSON object, or a field is unknown or malformed"),
            ("403", "forbidden_origin: a page of another site sent the call"),
            ("408", "body_too_slow: the body did not arrive within ten seconds"),
            ("413", "body_too_large: over 16 KiB"),
            ("415", "wrong_content_type: the content type is not application/json"),
        ]);
        all.extend(Failures::responses());
        all
    }
}

impl IntoResponses for ActRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let mut all =
            refusals(&[("401", "sign_in_required"), ("403", "forbidden_origin: a page of another site sent the call")]);
        all.extend(Failures::responses());
        all
    }
}

impl IntoResponses for EventRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let mut all = refusals(&[
            ("400", "bad_request: the body is no event, or is cut off"),
            ("408", "body_too_slow: the body did not arrive within ten seconds"),
            ("413", "body_too_large"),
        ]);
        all.extend(refusals(&FAILURES));
        all
    }
}

fn refusals(list: &[(&str, &str)]) -> BTreeMap<String, RefOr<Response>> {
    let body =
        || ContentBuilder::new().schema(Some(utoipa::openapi::Ref::from_schema_name(ProblemBody::name()))).build();
    let refusal =
        |description: &str| ResponseBuilder::new().description(description).content("application/json", body()).build();
    list.iter().map(|(status, description)| ((*status).to_owned(), RefOr::T(refusal(description)))).collect()
}
