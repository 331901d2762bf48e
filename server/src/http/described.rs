//! Refusals that many calls share, for the description at `/openapi.json`. What one call alone refuses is named there.

use std::collections::BTreeMap;

use onefare_core::wire::problem::ProblemBody;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::{ContentBuilder, RefOr};
use utoipa::{IntoResponses, ToSchema};

/// What any call answers when something fails on our side, or it comes too often.
#[derive(Clone, Copy, Debug)]
pub struct Failures;

/// What calls answer to a body that is not one of theirs.
#[derive(Clone, Copy, Debug)]
pub struct JsonRefusals;

/// What calls answer that act for somebody who signed in, and take no body.
#[derive(Clone, Copy, Debug)]
pub struct ActRefusals;

/// What is answered to a webhook event that cannot be read.
#[derive(Clone, Copy, Debug)]
pub struct EventRefusals;

/// What any address answers when something fails on our side.
const FAILURES: [(&str, &str); 2] = [
    ("500", "something_wrong: our own fault"),
    ("503", "provider_unavailable: no answer in time; what is stored by then is kept"),
];

impl IntoResponses for Failures {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let mut all = refusals(&[("429", "rate_limited: too often; `Retry-After` says when it may be done again")]);
        all.extend(refusals(&FAILURES));
        all
    }
}

impl IntoResponses for JsonRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let mut all = refusals(&[
            ("400", "bad_request: no JSON, a field that the call does not have, or one of a wrong form"),
            ("403", "forbidden_origin: sent by another site's page"),
            ("408", "body_too_slow: not here within ten seconds"),
            ("413", "body_too_large: over 16 KiB"),
            ("415", "wrong_content_type: not declared as application/json"),
        ]);
        all.extend(Failures::responses());
        all
    }
}

impl IntoResponses for ActRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let mut all =
            refusals(&[("401", "sign_in_required"), ("403", "forbidden_origin: sent by another site's page")]);
        all.extend(Failures::responses());
        all
    }
}

impl IntoResponses for EventRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let mut all = refusals(&[
            ("400", "bad_request: no event, or one that breaks off"),
            ("408", "body_too_slow: not here within ten seconds"),
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
