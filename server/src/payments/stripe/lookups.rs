//! From the ids that banks, receipts and the dashboard print to those that the shop stores: the payment intent, and the
//! subscription. A subscription's later terms have charges and invoices of their own.

use serde::{Deserialize, Serialize};

use super::StripeClient;
use super::answers::Reference;
use super::error::StripeError;
use super::invoices::InvoicePayment;
use super::refunds::List;

/// Query of `GET /v1/invoice_payments` for the invoice that a payment intent paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListPaidInvoices<'id> {
    /// The payment.
    pub payment: PaidBy<'id>,
}

/// A payment intent, as that query names one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PaidBy<'id> {
    /// `payment_intent`.
    pub r#type: &'static str,
    /// Its id.
    pub payment_intent: &'id str,
}

/// A charge or a dispute; only what was charged is read.
#[derive(Debug, Deserialize)]
struct Charged {
    #[serde(default)]
    payment_intent: Option<Reference>,
}

/// An invoice; only its subscription is read.
#[derive(Debug, Deserialize)]
struct Billed {
    #[serde(default)]
    parent: Option<Parent>,
}

#[derive(Debug, Deserialize)]
struct Parent {
    #[serde(default)]
    subscription_details: Option<Details>,
}

#[derive(Debug, Deserialize)]
struct Details {
    subscription: Reference,
}

/// A subscription's item.
#[derive(Debug, Deserialize)]
struct Item {
    subscription: String,
}

/// What an id of Stripe names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Charge,
    Dispute,
    PaymentIntent,
    Invoice,
    SubscriptionItem,
}

impl Kind {
    fn of(id: &str) -> Option<Self> {
        let (prefix, rest) = id.split_once('_')?;
        let is_id = !rest.is_empty()
            && id.len() <= 255
            && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        match prefix {
            _ if !is_id => None,
            "ch" | "py" => Some(Self::Charge),
            "dp" | "du" => Some(Self::Dispute),
            "pi" => Some(Self::PaymentIntent),
            "in" => Some(Self::Invoice),
            "si" => Some(Self::SubscriptionItem),
            _ => None,
        }
    }
}

/// Whether Stripe can be asked what an id belongs to.
#[must_use]
pub fn leads_to_a_payment(id: &str) -> bool {
    Kind::of(id).is_some()
}

impl StripeClient {
    /// The ids behind an id of a charge, dispute, payment intent, invoice or subscription item: the payment intent and the
    /// subscription, as far as there are. Empty for other ids, and for one that Stripe does not know.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn behind(&self, id: &str) -> Result<Vec<String>, StripeError> {
        match self.leads(id).await {
            Err(error) if error.is_unknown_object() => Ok(Vec::new()),
            found => found,
        }
    }

    async fn leads(&self, id: &str) -> Result<Vec<String>, StripeError> {
        let Some(kind) = Kind::of(id) else { return Ok(Vec::new()) };
        let intent = match kind {
            Kind::Charge => self.get::<Charged>("charge", &["charges", id]).await?.payment_intent,
            Kind::Dispute => self.get::<Charged>("dispute", &["disputes", id]).await?.payment_intent,
            Kind::PaymentIntent => Some(Reference::Id(id.to_owned())),
            Kind::Invoice => return Ok(self.subscription_of_invoice(id).await?.into_iter().collect()),
            Kind::SubscriptionItem => {
                let item: Item = self.get("subscription_item", &["subscription_items", id]).await?;
                return Ok(vec![item.subscription]);
            }
        };
        let Some(intent) = intent else { return Ok(Vec::new()) };
        let mut behind = vec![intent.id().to_owned()];
        let query = ListPaidInvoices { payment: PaidBy { r#type: "payment_intent", payment_intent: intent.id() } };
        let paid: List<InvoicePayment> = self.list("invoice_payments", &["invoice_payments"], &query).await?;
        for one in paid.data {
            behind.extend(self.subscription_of_invoice(one.invoice.id()).await?);
        }
        Ok(behind)
    }

    async fn subscription_of_invoice(&self, id: &str) -> Result<Option<String>, StripeError> {
        let billed: Billed = self.get("invoice", &["invoices", id]).await?;
        let details = billed.parent.and_then(|parent| parent.subscription_details);
        Ok(details.map(|details| details.subscription.id().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_ids_are_asked_about() {
        for id in ["ch_3Q", "py_1", "dp_1", "du_1", "pi_1", "in_1", "si_1_x"] {
            assert!(leads_to_a_payment(id), "{id}");
        }
        for other in ["ch_", "ch", "cs_test_1", "pi_../x", "in_1?x", "sub_1", "", "si_ä"] {
            assert!(!leads_to_a_payment(other), "{other}");
        }
    }
}
