//! Invoices: what a subscription has charged, and the payment behind each.

use chrono::{DateTime, Utc};
use onefare_core::money::Money;
use onefare_core::provider_amount::from_stripe;
use serde::{Deserialize, Serialize};

use super::StripeClient;
use super::answers::{Reference, Session};
use super::error::StripeError;
use super::refunds::List;

/// Query of `GET /v1/invoices`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListInvoices<'id> {
    /// The invoices of this subscription.
    pub subscription: &'id str,
    /// Those in this status.
    pub status: &'static str,
    /// Most invoices, up to 100.
    pub limit: u32,
}

/// Query of `GET /v1/invoice_payments`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListInvoicePayments<'id> {
    /// The payments of this invoice.
    pub invoice: &'id str,
}

/// An invoice; only what it charged is read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Invoice {
    /// Stripe's id, `in_…`.
    pub id: String,
    amount_paid: i64,
    currency: String,
    /// When it was made, epoch seconds.
    created: i64,
    /// `subscription_create` for the first of a subscription, `subscription_cycle` for that of a later term, or another.
    #[serde(default)]
    billing_reason: Option<String>,
    #[serde(default)]
    status_transitions: Transitions,
}

/// When an invoice changed its status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
struct Transitions {
    #[serde(default)]
    paid_at: Option<i64>,
}

/// A payment of an invoice.
#[derive(Debug, Deserialize)]
pub(super) struct InvoicePayment {
    /// `paid`, or another word while it is open or when it failed.
    pub(super) status: String,
    pub(super) invoice: Reference,
    pub(super) payment: InvoicePaid,
}

/// The object that paid it.
#[derive(Debug, Deserialize)]
pub(super) struct InvoicePaid {
    #[serde(default)]
    pub(super) payment_intent: Option<Reference>,
}

/// What an invoice charged, and with which payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// Stripe's id of the invoice, `in_…`.
    pub invoice: String,
    /// The payment intent, `pi_…`; absent where the invoice was settled in another way.
    pub payment_intent: Option<String>,
    /// What was charged.
    pub amount: Money,
    /// The beginning of the term that it charges for.
    pub charged_at: DateTime<Utc>,
    /// When it was paid: later than the term's beginning after a failed charge.
    pub paid_at: DateTime<Utc>,
}

impl Invoice {
    /// What was paid; `None` for an amount that the arithmetic does not know.
    #[must_use]
    pub fn paid(&self) -> Option<Money> {
        from_stripe(self.amount_paid, &self.currency)
    }

    /// Whether it charges for a term after the one that was bought.
    #[must_use]
    pub fn is_of_later_term(&self) -> bool {
        self.billing_reason.as_deref() != Some("subscription_create")
    }

    fn paid_at(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.status_transitions.paid_at.unwrap_or(self.created), 0)
    }

    /// When it was made: the beginning of the term that it charges for.
    #[must_use]
    pub fn made_at(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.created, 0)
    }
}

impl StripeClient {
    /// The payment intent that charged a session, `pi_…`; `None` when nothing was charged. For a subscription the first
    /// invoice leads to it.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn charged_for(&self, session: &Session) -> Result<Option<String>, StripeError> {
        if let Some(intent) = &session.payment_intent {
            return Ok(Some(intent.id().to_owned()));
        }
        let Some(invoice) = &session.invoice else { return Ok(None) };
        self.charged_with(invoice.id()).await
    }

    /// The payment intent that paid an invoice, `pi_…`; `None` when nothing was charged.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn charged_with(&self, invoice: &str) -> Result<Option<String>, StripeError> {
        let query = ListInvoicePayments { invoice };
        let paid: List<InvoicePayment> = self.list("invoice_payments", &["invoice_payments"], &query).await?;
        let mut paid = paid.data.into_iter().filter(|one| one.status == "paid");
        Ok(paid.find_map(|one| one.payment.payment_intent).map(|intent| intent.id().to_owned()))
    }

    /// `GET /v1/invoices`: those of a subscription that were paid, the newest hundred.
    ///
    /// # Errors
    /// See [`StripeError`].
    async fn paid_invoices(&self, subscription: &str) -> Result<Vec<Invoice>, StripeError> {
        let query = ListInvoices { subscription, status: "paid", limit: 100 };
        let list: List<Invoice> = self.list("invoices", &["invoices"], &query).await?;
        Ok(list.data)
    }

    /// What a subscription has charged with these of its invoices, the newest first. An invoice over nothing is left out, and
    /// so is one that cannot be read, after an error in the log.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn charges(
        &self,
        subscription: &str,
        wanted: impl Fn(&Invoice) -> bool + Send,
    ) -> Result<Vec<Charge>, StripeError> {
        let mut charges = Vec::new();
        let invoices = self.paid_invoices(subscription).await?;
        for invoice in invoices.into_iter().filter(wanted) {
            let times = invoice.made_at().zip(invoice.paid_at());
            let (Some(amount), Some((charged_at, paid_at))) = (invoice.paid(), times) else {
                tracing::error!(subscription, invoice = %invoice.id, "a charge cannot be read");
                continue;
            };
            if amount.minor() > 0 {
                let payment_intent = self.charged_with(&invoice.id).await?;
                charges.push(Charge { invoice: invoice.id, payment_intent, amount, charged_at, paid_at });
            }
        }
        Ok(charges)
    }
}
