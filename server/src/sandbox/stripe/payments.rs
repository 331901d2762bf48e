//! Payment intents and charges, and the ledger row each charge writes.

use serde_json::{Value, json};

use super::cards::Card;
use super::session_request::PaymentIntentData;
use crate::ids::new_id;
use crate::sandbox::ledger::{Direction, Movement};
use crate::sandbox::provider::Provider;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

pub const INTENT: &str = "payment_intent";
pub const CHARGE: &str = "charge";

/// The amount to charge, and what it is for.
#[derive(Debug)]
pub struct Payment {
    /// `None` for a later term of a subscription.
    session: Option<String>,
    client_reference: Option<String>,
    amount: i64,
    currency: String,
    customer: Value,
    email: Value,
    data: PaymentIntentData,
    /// The second at which it is charged.
    at: i64,
}

impl Payment {
    /// The payment that a session requires.
    pub fn of(session: &Value, data: Option<&PaymentIntentData>, at: i64) -> Self {
        Self {
            session: session["id"].as_str().map(str::to_owned),
            client_reference: session["client_reference_id"].as_str().map(str::to_owned),
            amount: session["amount_total"].as_i64().unwrap_or(0),
            currency: session["currency"].as_str().unwrap_or_default().to_owned(),
            customer: session["customer"].clone(),
            email: session["customer_details"]["email"].clone(),
            data: data.cloned().unwrap_or_default(),
            at,
        }
    }

    /// The payment of a later term.
    pub fn of_term(subscription: &Value, amount: i64, at: i64) -> Self {
        Self {
            session: None,
            client_reference: None,
            amount,
            currency: subscription["currency"].as_str().unwrap_or_default().to_owned(),
            customer: subscription["customer"].clone(),
            email: Value::Null,
            data: PaymentIntentData::default(),
            at,
        }
    }
}

/// The result of a charge.
#[derive(Debug)]
pub struct Paid {
    /// `pi_…`
    pub intent: String,
    /// `pm_…`
    pub method: String,
}

/// Charges a card that works.
pub async fn charge(work: &mut Work, payment: Payment) -> Result<Paid, SandboxError> {
    charge_with(work, new_id("pi"), payment).await
}

/// Charges a card that works with this payment intent, which may have failed before.
pub async fn charge_with(work: &mut Work, intent: String, payment: Payment) -> Result<Paid, SandboxError> {
    let (charge, method) = (new_id("ch"), new_id("pm"));
    let mut body = describe_intent(&intent, &payment, "succeeded");
    body["amount_received"] = json!(payment.amount);
    body["latest_charge"] = json!(charge);
    body["payment_method"] = json!(method);
    work.put(INTENT, &intent, &body).await?;
    work.put(CHARGE, &charge, &describe_charge(&charge, &intent, &method, &payment, payment.at)).await?;
    let movement = Movement {
        provider: Provider::Stripe,
        movement: Direction::Charge,
        amount: payment.amount,
        currency: payment.currency,
        session: payment.session,
        client_reference: payment.client_reference,
        payment: intent.clone(),
        reference: charge,
    };
    work.record(&movement).await?;
    Ok(Paid { intent, method })
}

/// Records a failed charge. Returns the payment intent.
pub async fn fail(work: &mut Work, payment: &Payment, card: Card) -> Result<String, SandboxError> {
    let intent = new_id("pi");
    let status = if card == Card::NeedsConfirmation { "requires_action" } else { "requires_payment_method" };
    work.put(INTENT, &intent, &describe_intent(&intent, payment, status)).await?;
    Ok(intent)
}

fn describe_intent(id: &str, payment: &Payment, status: &str) -> Value {
    json!({
        "id": id,
        "object": INTENT,
        "amount": payment.amount,
        "amount_capturable": 0,
        "amount_received": 0,
        "automatic_payment_methods": null,
        "canceled_at": null,
        "cancellation_reason": null,
        "capture_method": "automatic",
        "client_secret": format!("{id}_secret_sandbox"),
        "confirmation_method": "automatic",
        "created": payment.at,
        "currency": payment.currency,
        "customer": payment.customer,
        "description": payment.data.description,
        "last_payment_error": null,
        "latest_charge": null,
        "livemode": false,
        "metadata": payment.data.metadata,
        "next_action": null,
        "payment_method": null,
        "payment_method_types": ["card"],
        "receipt_email": payment.data.receipt_email,
        "setup_future_usage": null,
        "shipping": null,
        "statement_descriptor": payment.data.statement_descriptor,
        "statement_descriptor_suffix": payment.data.statement_descriptor_suffix,
        "status": status,
    })
}

fn describe_charge(id: &str, intent: &str, method: &str, payment: &Payment, now: i64) -> Value {
    json!({
        "id": id,
        "object": CHARGE,
        "amount": payment.amount,
        "amount_captured": payment.amount,
        "amount_refunded": 0,
        "application": null,
        "balance_transaction": null,
        "billing_details": { "address": null, "email": payment.email, "name": null, "phone": null, "tax_id": null },
        "captured": true,
        "created": now,
        "currency": payment.currency,
        "customer": payment.customer,
        "description": payment.data.description,
        "disputed": false,
        "failure_code": null,
        "failure_message": null,
        "fraud_details": {},
        "livemode": false,
        "metadata": payment.data.metadata,
        "outcome": {
            "network_status": "approved_by_network", "reason": null, "risk_level": "normal",
            "seller_message": "Payment complete.", "type": "authorized",
        },
        "paid": true,
        "payment_intent": intent,
        "payment_method": method,
        "payment_method_details": {
            "card": { "brand": "visa", "country": "US", "exp_month": 12, "exp_year": 2034, "funding": "credit",
                      "last4": "4242", "network": "visa" },
            "type": "card",
        },
        "receipt_email": payment.data.receipt_email,
        "receipt_number": null,
        "refunded": false,
        "status": "succeeded",
    })
}
