//! Completes a session when it is paid: creates everything that Stripe creates then, in one transaction.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::customers::{self, CreateCustomer};
use super::errors::Refusal;
use super::events::announce;
use super::payments::{self, Paid, Payment};
use super::session_request::{CreateSession, Mode};
use super::session_rules::is_email;
use super::sessions::{self, customer_details};
use super::subscriptions::{self, Start};
use super::{Cause, coupons, invoices};
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

/// Pays an open session. `email` is what the buyer entered, where the merchant sent none.
pub async fn pay(work: &mut Work, id: &str, email: Option<&str>) -> Result<Value, Refusal> {
    let mut session = sessions::retrieve(work, id).await?;
    if session["status"] != "open" {
        let status = session["status"].as_str().unwrap_or_default();
        return Err(Refusal::invalid(format!("This Checkout Session is {status} and can no longer be paid."))
            .code("checkout_session_not_open")
            .status(StatusCode::CONFLICT));
    }
    let request: CreateSession = work.load_as(sessions::REQUEST, id).await?;
    let email = session["customer_details"]["email"].as_str().or(email).unwrap_or_default().to_owned();
    if !is_email(&email) {
        return Err(Refusal::param("email", "Enter your e-mail address.").code("email_invalid"));
    }
    if let Some(coupon) = session["discounts"][0]["coupon"].as_str().map(str::to_owned) {
        let currency = session["currency"].as_str().unwrap_or_default().to_owned();
        let coupon = coupons::usable(work, &coupon, &currency, "discounts[0][coupon]").await?;
        coupons::redeem(work, coupon).await?;
    }
    session["customer"] = customer_of(work, &request, &session, &email).await?;
    session["customer_details"] = customer_details(&email);
    match request.mode {
        Mode::Subscription => begin_subscription(work, &request, &mut session).await?,
        Mode::Payment | Mode::Setup => pay_once(work, &request, &mut session).await?,
    }
    let due = session["amount_total"].as_i64().unwrap_or(0);
    session["payment_status"] = json!(if due == 0 { "no_payment_required" } else { "paid" });
    session["status"] = json!("complete");
    session["url"] = Value::Null;
    work.put(sessions::KIND, id, &session).await?;
    announce(work, &Cause::default(), "checkout.session.completed", &session).await?;
    Ok(session)
}

/// The session's final customer: the given one, a new one, or null for a guest's single payment.
async fn customer_of(
    work: &mut Work,
    request: &CreateSession,
    session: &Value,
    email: &str,
) -> Result<Value, SandboxError> {
    if request.customer.is_some() {
        return Ok(session["customer"].clone());
    }
    if session["customer_creation"] != "always" {
        return Ok(Value::Null);
    }
    let made = CreateCustomer { email: Some(email.to_owned()), ..CreateCustomer::default() };
    Ok(customers::add(work, made).await?["id"].clone())
}

async fn begin_subscription(work: &mut Work, request: &CreateSession, session: &mut Value) -> Result<(), SandboxError> {
    let items: Vec<Value> = work.load_as(sessions::LINE_ITEMS, session["id"].as_str().unwrap_or_default()).await?;
    let start = Start { request, session, items: &items };
    let mut subscription = subscriptions::describe(work, &start);
    let due = session["amount_total"].as_i64().unwrap_or(0);
    let paid =
        if due > 0 { Some(payments::charge(work, Payment::of(session, None, work.seconds())).await?) } else { None };
    let invoice = invoices::add_first(work, &start, &subscription, paid.as_ref()).await?;
    subscription["latest_invoice"] = invoice["id"].clone();
    if let Some(Paid { method, .. }) = &paid {
        subscription["default_payment_method"] = json!(method);
    }
    let id = subscription["id"].as_str().unwrap_or_default().to_owned();
    work.put(subscriptions::KIND, &id, &subscription).await?;
    session["subscription"] = subscription["id"].clone();
    session["invoice"] = invoice["id"].clone();
    announce(work, &Cause::default(), "customer.subscription.created", &subscription).await?;
    announce(work, &Cause::default(), "invoice.paid", &invoice).await
}

async fn pay_once(work: &mut Work, request: &CreateSession, session: &mut Value) -> Result<(), SandboxError> {
    if session["amount_total"].as_i64().unwrap_or(0) > 0 {
        let paid = {
            let payment = Payment::of(session, request.payment_intent_data.as_ref(), work.seconds());
            payments::charge(work, payment).await?
        };
        session["payment_intent"] = json!(paid.intent);
    }
    Ok(())
}
