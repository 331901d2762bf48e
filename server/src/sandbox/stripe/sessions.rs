//! Checkout Sessions: create, read, expire.

use chrono::Utc;
use serde::Deserialize;
use serde_json::{Value, json};
use sqlx::Row as _;

use super::errors::Refusal;
use super::events::announce;
use super::lists::{self, Page};
use super::pricing::{self, Priced};
use super::session_request::{CreateSession, Mode};
use super::{Cause, coupons, customers, with_nulls};
use crate::ids::new_id;
use crate::sandbox::money::Currency;
use crate::sandbox::settings::{SandboxError, SandboxSettings};
use crate::sandbox::store::{Selection, Work};

pub const KIND: &str = "checkout.session";
/// The request that created the session: needed when it is paid.
pub const REQUEST: &str = "checkout.session.request";
/// Its line items, which the API shows only on demand.
pub const LINE_ITEMS: &str = "checkout.session.line_items";

const DAY: i64 = 86_400;

/// Open sessions that are overdue. Without the named index SQLite reads every session that there ever was.
pub(in crate::sandbox) const LATE: &str = "SELECT body FROM objects INDEXED BY open_sessions \
     WHERE kind = 'checkout.session' AND json_extract(body, '$.status') = 'open' \
     AND json_extract(body, '$.expires_at') <= ?";

/// The null fields of a new session, which Stripe sends too.
const EMPTY: &[&str] = &[
    "after_expiration",
    "client_secret",
    "collected_information",
    "consent",
    "consent_collection",
    "currency_conversion",
    "customer_account",
    "integration_identifier",
    "invoice",
    "origin_context",
    "payment_intent",
    "payment_link",
    "payment_method_configuration_details",
    "permissions",
    "recovered_from",
    "saved_payment_method_options",
    "setup_intent",
    "shipping_address_collection",
    "shipping_cost",
    "subscription",
    "url",
    "wallet_options",
];

/// `POST /v1/checkout/sessions`
pub async fn create(work: &mut Work, settings: &SandboxSettings, request: CreateSession) -> Result<Value, Refusal> {
    let currency = request.check(work.seconds())?;
    let email = match &request.customer {
        Some(customer) => customers::email(work, customer, "customer").await?,
        None => request.customer_email.clone(),
    };
    let coupon = match request.discounts.as_ref().and_then(|it| it.first()).and_then(|it| it.coupon.as_ref()) {
        Some(id) => Some(coupons::usable(work, id, currency.code, "discounts[0][coupon]").await?),
        None => None,
    };
    let priced = pricing::price(&request, currency, coupon.as_ref(), work.seconds())?;
    let id = new_id("cs_test");
    let mut session = describe(&id, work.seconds(), &request, currency, &priced, email);
    session["url"] = json!(settings.public_page(&format!("/pay/{id}")));
    if let Some(coupon) = &coupon {
        session["discounts"] = json!([{ "coupon": coupon["id"], "promotion_code": null }]);
    }
    work.put(KIND, &id, &session).await?;
    work.put(LINE_ITEMS, &id, &json!(priced.items)).await?;
    let kept = serde_json::to_value(&request).map_err(|source| SandboxError::Unreadable { kind: REQUEST, source })?;
    work.put(REQUEST, &id, &kept).await?;
    Ok(session)
}

fn describe(
    id: &str,
    now: i64,
    request: &CreateSession,
    currency: Currency,
    priced: &Priced,
    email: Option<String>,
) -> Value {
    let subscription = request.mode == Mode::Subscription;
    with_nulls(
        EMPTY,
        json!({
            "id": id,
            "object": KIND,
            "adaptive_pricing": {
                // Without the parameter the account's setting decides, which may well be on.
                "enabled": request.adaptive_pricing.as_ref().and_then(|it| it.enabled).unwrap_or(true),
            },
            "allow_promotion_codes": request.allow_promotion_codes,
            "allowed_payment_method_types": request.allowed_payment_method_types,
            "amount_subtotal": priced.subtotal,
            "amount_total": priced.total(),
            "automatic_tax": { "enabled": false, "liability": null, "provider": null, "status": null },
            "billing_address_collection": request.billing_address_collection,
            "cancel_url": request.cancel_url,
            "client_reference_id": request.client_reference_id,
            "created": now,
            "currency": currency.code,
            "custom_fields": [],
            "custom_text": {
                "after_submit": request.custom_text.as_ref().and_then(|it| it.get("after_submit")),
                "shipping_address": null,
                "submit": request.custom_text.as_ref().and_then(|it| it.get("submit")),
                "terms_of_service_acceptance":
                    request.custom_text.as_ref().and_then(|it| it.get("terms_of_service_acceptance")),
            },
            "customer": request.customer,
            "customer_creation": match (request.mode, &request.customer) {
                (_, Some(_)) => None,
                (Mode::Subscription, None) => Some("always"),
                (_, None) => request.customer_creation.as_deref().or(Some("if_required")),
            },
            "customer_details": email.map(|email| customer_details(&email)),
            "customer_email": request.customer_email,
            "discounts": [],
            "excluded_payment_method_types": request.excluded_payment_method_types,
            "expires_at": request.expires_at.unwrap_or(now + DAY),
            "invoice_creation": if subscription { Value::Null } else { json!({ "enabled": false, "invoice_data": {
                "account_tax_ids": null, "custom_fields": null, "description": null, "footer": null, "issuer": null,
                "metadata": {}, "rendering_options": null,
            } }) },
            "livemode": false,
            "locale": request.locale,
            "managed_payments": { "enabled": false },
            "metadata": request.metadata,
            "mode": request.mode,
            "payment_method_collection":
                if subscription { request.payment_method_collection.as_deref().unwrap_or("always") } else { "if_required" },
            "payment_method_options": {},
            "payment_method_types": ["card"],
            "payment_status": "unpaid",
            "phone_number_collection": { "enabled": false },
            "shipping_options": [],
            "status": "open",
            "submit_type": request.submit_type,
            "success_url": request.success_url,
            "total_details": { "amount_discount": priced.discount, "amount_shipping": 0, "amount_tax": 0 },
            "ui_mode": "hosted_page",
        }),
    )
}

/// What the pay page learnt about the buyer.
pub fn customer_details(email: &str) -> Value {
    json!({
        "address": null,
        "business_name": null,
        "email": email,
        "individual_name": null,
        "name": null,
        "phone": null,
        "tax_exempt": "none",
        "tax_ids": [],
    })
}

/// Reads a session; an overdue one expires at that moment.
pub async fn find(work: &mut Work, id: &str) -> Result<Option<Value>, SandboxError> {
    match work.find(KIND, id).await? {
        Some(session) if is_late(&session, work.seconds()) => {
            expire_now(work, &Cause::default(), session).await.map(Some)
        }
        other => Ok(other),
    }
}

/// `GET /v1/checkout/sessions/{id}`
pub async fn retrieve(work: &mut Work, id: &str) -> Result<Value, Refusal> {
    find(work, id).await?.ok_or_else(|| Refusal::no_such("checkout.session", id, "id"))
}

/// `POST /v1/checkout/sessions/{id}/expire`
pub async fn expire(work: &mut Work, cause: &Cause, id: &str) -> Result<Value, Refusal> {
    let session = retrieve(work, id).await?;
    match session["status"].as_str() {
        Some("open") => Ok(expire_now(work, cause, session).await?),
        status => Err(Refusal::invalid(format!(
            "Only Checkout Sessions with a status in [\"open\"] can be expired. This Checkout Session has a status of `{}`.",
            status.unwrap_or_default()
        ))),
    }
}

#[derive(Debug, Deserialize)]
pub struct ListSessions {
    #[serde(flatten)]
    page: Page,
    customer: Option<String>,
    customer_details: Option<ListedCustomer>,
    payment_intent: Option<String>,
    status: Option<String>,
    subscription: Option<String>,
}

#[derive(Debug, Deserialize)]
struct ListedCustomer {
    email: String,
}

/// `GET /v1/checkout/sessions`
pub async fn list(work: &mut Work, wanted: ListSessions) -> Result<Value, Refusal> {
    expire_late(work).await?;
    let filters = [
        ("$.customer", wanted.customer),
        ("$.customer_details.email", wanted.customer_details.map(|customer| customer.email)),
        ("$.payment_intent", wanted.payment_intent),
        ("$.status", wanted.status),
        ("$.subscription", wanted.subscription),
    ];
    let equal = filters.into_iter().filter_map(|(path, value)| Some((path, json!(value?)))).collect();
    lists::page(work, KIND, "/v1/checkout/sessions", wanted.page, Selection { equal, ..Selection::default() }).await
}

/// `GET /v1/checkout/sessions/{id}/line_items`
pub async fn line_items(work: &mut Work, id: &str, page: &Page) -> Result<Value, Refusal> {
    retrieve(work, id).await?;
    let items: Vec<Value> = work.load_as(LINE_ITEMS, id).await?;
    lists::page_of(&items, &format!("/v1/checkout/sessions/{id}/line_items"), page)
}

/// The parts of a session's discount and taxes, which the API shows only when expanded. There is at most one coupon,
/// and no tax.
pub fn breakdown(session: &Value) -> Value {
    let discounts: Vec<Value> = match &session["discounts"][0]["coupon"] {
        Value::String(coupon) => {
            let id = session["id"].as_str().unwrap_or_default();
            let discount = json!({
                "id": format!("di_{}", id.trim_start_matches("cs_test_")),
                "object": "discount",
                "checkout_session": id,
                "customer": session["customer"],
                "customer_account": null,
                "end": null,
                "invoice": null,
                "invoice_item": null,
                "promotion_code": null,
                "source": { "coupon": coupon, "type": "coupon" },
                "start": session["created"],
                "subscription": null,
                "subscription_item": null,
            });
            vec![json!({ "amount": session["total_details"]["amount_discount"], "discount": discount })]
        }
        _ => Vec::new(),
    };
    json!({ "discounts": discounts, "taxes": [] })
}

/// Expires every overdue open session; returns how many.
pub async fn expire_late(work: &mut Work) -> Result<usize, SandboxError> {
    let late = late_sessions(work).await?;
    let count = late.len();
    for session in late {
        expire_now(work, &Cause::default(), session).await?;
    }
    Ok(count)
}

async fn late_sessions(work: &mut Work) -> Result<Vec<Value>, SandboxError> {
    let rows = sqlx::query(LATE).bind(work.seconds()).fetch_all(&mut *work.transaction).await?;
    let read =
        |text: &str| serde_json::from_str(text).map_err(|source| SandboxError::Unreadable { kind: KIND, source });
    rows.iter().map(|row| read(row.try_get("body")?)).collect()
}

fn is_late(session: &Value, now: i64) -> bool {
    session["status"] == "open" && session["expires_at"].as_i64().is_some_and(|at| at <= now)
}

async fn expire_now(work: &mut Work, cause: &Cause, mut session: Value) -> Result<Value, SandboxError> {
    session["status"] = json!("expired");
    session["url"] = Value::Null;
    let id = session["id"].as_str().unwrap_or_default().to_owned();
    work.put(KIND, &id, &session).await?;
    announce(work, cause, "checkout.session.expired", &session).await?;
    Ok(session)
}

/// The day in the format in which Stripe shows it to people.
pub fn day(seconds: i64) -> String {
    chrono::DateTime::<Utc>::from_timestamp(seconds, 0).map(|at| at.format("%-d %B %Y").to_string()).unwrap_or_default()
}
