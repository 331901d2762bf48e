//! `/api/esim/*`.

use std::convert::Infallible;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Json};
use onefare_core::currency::Currency;
use onefare_core::discount::read_code;
use onefare_core::esim_product_id::{StructuredData, parse_id};
use onefare_core::language::{Area, Language};
use onefare_core::problem::Problem;
use onefare_core::wire::discount_code::{DiscountCodeResponse, DiscountData};
use onefare_core::wire::esim::{BundleResponse, BundlesResponse, SearchText, SearchTextsResponse};
use onefare_core::wire::problem::ProblemBody;
use onefare_core::wire::subscription::Status;
use serde::{Deserialize, Serialize};

use super::buyer_cookie;
use super::described::Failures;
use super::query::FirstQuery;
use crate::app::{App, SharedApp};
use crate::flows::code_uses::prices_told;
use crate::flows::limits;
use crate::limits::{Action, Client};
use crate::pages::cache::{BundlesKey, BundlesRead, Made};
use crate::pages::encoded::Encoded;
use crate::pages::language::{LANGUAGE_COOKIE, cookie};
use crate::problem::Refusal;
use crate::quotes::bundle_views;
use crate::quotes::prices::Prices;
use crate::quotes::refills::{Asked, discounted, price_in_address};

/// Query of the calls that read bundles.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct LanguageQuery {
    /// `en`, `nl`, `de`, `fr` or `ar`; without one of these the visitor's stored choice counts, else English.
    #[serde(default)]
    pub lang: Option<String>,
}

/// Lists every country and region with data plans, by name, with its lowest price per day.
#[utoipa::path(get, path = "/api/esim/bundles", tag = "esim",
    params(("lang" = Option<String>, Query, description = "en, nl, de, fr or ar; the default is the cookie selectedLanguage, then en")),
    responses((status = 200, body = BundlesResponse),
        Failures,
        (status = 404, description = "not_found: the shop sells no eSIMs", body = ProblemBody)))]
pub async fn bundles(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    FirstQuery(query): FirstQuery<LanguageQuery>,
) -> Result<Response, Refusal> {
    let language = language(query.lang.as_deref(), &headers);
    let prices = app.prices.load_full();
    let made = || bundle_views::list(&prices, language).map(|data| BundlesResponse { status: Status::Ok, data });
    kept(&app, &prices, &headers, BundlesRead::List(language), made).await
}

/// Lists the search terms of every country and region. The page of countries requests them once, so that its document need
/// not carry the names of all languages.
#[utoipa::path(get, path = "/api/esim/search-texts", tag = "esim",
    responses((status = 200, body = SearchTextsResponse),
        Failures,
        (status = 404, description = "not_found: the shop sells no eSIMs", body = ProblemBody)))]
pub async fn search_texts(State(app): State<SharedApp>, headers: HeaderMap) -> Result<Response, Refusal> {
    let prices = app.prices.load_full();
    let made = || {
        let texts = prices.book.bundles.iter().map(|bundle| SearchText { id: bundle.id, text: bundle.search_text() });
        Ok::<_, Infallible>(SearchTextsResponse { status: Status::Ok, data: texts.collect() })
    };
    kept(&app, &prices, &headers, BundlesRead::SearchTexts, made).await
}

/// Returns one country or region with its data plans.
#[utoipa::path(get, path = "/api/esim/bundle/{id}", tag = "esim",
    params(("id" = String, Path, description = "Number of the bundle"),
        ("lang" = Option<String>, Query, description = "en, nl, de, fr or ar; the default is the cookie selectedLanguage, then en")),
    responses((status = 200, body = BundleResponse),
        Failures,
        (status = 404, description = "bundle_not_found, requested_bundle_not_found", body = ProblemBody),
        (status = 422, description = "bundle_id_required: the number is blank", body = ProblemBody)))]
pub async fn bundle(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    id: Result<Path<String>, PathRejection>,
    FirstQuery(query): FirstQuery<LanguageQuery>,
) -> Result<Response, Refusal> {
    let Path(id) = id.map_err(|_| Problem::RequestedBundleNotFound)?;
    if id.trim().is_empty() {
        return Err(Problem::BundleIdRequired.into());
    }
    let id = parse_id(&id).ok_or(Problem::RequestedBundleNotFound)?;
    let language = language(query.lang.as_deref(), &headers);
    let prices = app.prices.load_full();
    let bundle = prices.book.bundle(id).ok_or(Problem::BundleNotFound)?;
    let made =
        || bundle_views::detail(&prices, bundle, language).map(|data| BundleResponse { status: Status::Ok, data });
    kept(&app, &prices, &headers, BundlesRead::One(id, language), made).await
}

/// The answer to a path without a bundle's number.
pub async fn no_bundle() -> Refusal {
    Problem::BundleIdRequired.into()
}

/// Query of [`discount_code`].
#[derive(Clone, Debug, Default, Deserialize)]
pub struct DiscountQuery {
    /// ISO 4217 code of the price, `USD` or `EUR`.
    #[serde(default)]
    pub currency: Option<String>,
    /// The plan, as orders name it.
    #[serde(default)]
    pub structured_data: Option<String>,
    /// Language of the texts, as in [`LanguageQuery`].
    #[serde(default)]
    pub lang: Option<String>,
}

/// Applies a discount code to a price of the price book. The answer is a preview and decides no charge. A use of a limited
/// code that is reserved for the caller's own order counts as free, as at its checkout.
#[utoipa::path(post, path = "/api/esim/discount-code/{code}/{price}", tag = "esim",
    params(("code" = String, Path, description = "The code as typed"),
        ("price" = String, Path, description = "Price of a plan in cents, as the bundle states it"),
        ("currency" = Option<String>, Query, description = "USD or EUR; without it the server looks for the price in USD first"),
        ("structured_data" = Option<String>, Query, description = "The plan, for codes that apply to some plans only"),
        ("lang" = Option<String>, Query, description = "en, nl, de, fr or ar; the default is the cookie selectedLanguage, then en")),
    responses((status = 200, body = DiscountCodeResponse, description = "ok with the price in cents and the texts of a page, or error with a sentence"),
        Failures,
        (status = 400, description = "bad_request: the price is no number, or the code is unreadable", body = ProblemBody),
        (status = 403, description = "forbidden_origin: a page of another site sent the call", body = ProblemBody),
        (status = 404, description = "not_found: the shop sells no eSIMs", body = ProblemBody),
        (status = 422, description = "unsupported_currency, currency_not_taken, checkout_data_invalid", body = ProblemBody)))]
pub async fn discount_code(
    State(app): State<SharedApp>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    path: Result<Path<(String, String)>, PathRejection>,
    FirstQuery(query): FirstQuery<DiscountQuery>,
) -> Result<Json<DiscountCodeResponse>, Refusal> {
    let Path((code, price)) = path.map_err(|_| Problem::BadRequest)?;
    limits::check(&app, Action::WrongCode, &client)?;
    let price = price_in_address(&price).ok_or(Problem::BadRequest)?;
    let named = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let currency = named(&query.currency)
        .map(|code| Currency::parse_offered(code.trim()).ok_or(Problem::UnsupportedCurrency))
        .transpose()?;
    let plan = named(&query.structured_data)
        .map(|text| StructuredData::parse(&text).ok_or(Problem::CheckoutDataInvalid))
        .transpose()?;
    let cookie = buyer_cookie::value(&headers, app.config.is_https());
    let code = read_code(&code);
    let prices = prices_told(&app, code.as_ref().ok(), cookie.as_deref()).await.map_err(Refusal::internal)?;
    let quote = code.and_then(|code| {
        let asked = Asked { code: &code, price, currency, plan };
        discounted(&prices, &asked, app.clock.now())
    });
    let answer = match quote {
        Ok(quote) => DiscountCodeResponse {
            status: Status::Ok,
            data: DiscountData::Price(quote.due_now),
            code: None,
            currency: Some(quote.currency.code().to_owned()),
            applied: quote.applied_code(language(query.lang.as_deref(), &headers)).map_err(Refusal::internal)?,
        },
        // The request is wrong, not the code.
        Err(problem @ Problem::CurrencyNotTaken) => return Err(problem.into()),
        Err(problem) => {
            if problem == Problem::DiscountCodeInvalid {
                limits::count(&app, Action::WrongCode, &client).await;
            }
            refused(problem)
        }
    };
    Ok(Json(answer))
}

/// The answer to a path without a code.
pub async fn no_discount_code() -> Json<DiscountCodeResponse> {
    Json(refused(Problem::DiscountCodeRequired))
}

/// A refusal in this call's own envelope (specification 2, section 7).
fn refused(problem: Problem) -> DiscountCodeResponse {
    DiscountCodeResponse {
        status: Status::Error,
        data: DiscountData::Message(problem.message().to_owned()),
        code: Some(problem.code().to_owned()),
        currency: None,
        applied: None,
    }
}

fn language(asked: Option<&str>, headers: &HeaderMap) -> Language {
    let asked = asked.and_then(Language::parse);
    asked.unwrap_or_else(|| Area::Esim.accept(cookie(headers, LANGUAGE_COOKIE)))
}

/// The serialized answer, cached until a price changes.
async fn kept<T: Serialize, E: std::fmt::Display>(
    app: &App,
    prices: &Prices,
    headers: &HeaderMap,
    read: BundlesRead,
    make: impl Fn() -> Result<T, E>,
) -> Result<Response, Refusal> {
    let key = BundlesKey { read, prices: prices.revision };
    let written = || async {
        let answer = make().map_err(|error| error.to_string());
        let value = answer.and_then(|answer| serde_json::to_vec(&answer).map_err(|error| error.to_string()));
        Made { value: value.map(|json| Encoded::new(json.into())), expires: None }
    };
    let made = app.bundles.get_or_make(&key, app.clock.now(), written).await;
    let json = made.value.as_ref().map_err(|error| Refusal::internal(error.as_str()))?;
    Ok(json.answer_typed("application/json", "Accept-Encoding, Cookie", headers).await)
}
