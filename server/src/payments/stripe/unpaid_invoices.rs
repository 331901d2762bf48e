//! Invoices that nobody has paid yet: what is due, when Stripe tries the card again, and the page on which its customer pays
//! or confirms.

use chrono::{DateTime, Utc};
use onefare_core::money::Money;
use onefare_core::provider_amount::from_stripe;
use serde::{Deserialize, Serialize};

use super::StripeClient;
use super::error::StripeError;
use super::invoices::{InvoicePayment, ListInvoicePayments, ListInvoices};
use super::refunds::List;

/// Most invoices that are read: a subscription ends long before it has more.
const MOST: u32 = 20;

/// What a subscription could not charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpaidInvoice {
    /// Stripe's id, `in_…`.
    pub invoice: String,
    /// What is due.
    pub amount: Money,
    /// The beginning of the term that it charges for.
    pub unpaid_since: DateTime<Utc>,
    /// When Stripe tries the card again; `None` when it has given up.
    pub next_attempt_at: Option<DateTime<Utc>>,
    /// The hosted page of the invoice; `None` when it has none on a host that is allowed.
    pub page_url: Option<String>,
    /// Whether the bank wants its customer to confirm the charge.
    pub needs_confirmation: bool,
}

/// Body of `POST /v1/invoices/{id}/void`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct VoidInvoice {}

#[derive(Debug, Deserialize)]
struct OpenInvoice {
    id: String,
    amount_remaining: i64,
    currency: String,
    created: i64,
    #[serde(default)]
    next_payment_attempt: Option<i64>,
    #[serde(default)]
    hosted_invoice_url: Option<String>,
}

/// A voided invoice; only its status is read.
#[derive(Debug, Deserialize)]
struct VoidedInvoice {
    status: Option<String>,
}

/// A payment intent; only its status is read.
#[derive(Debug, Deserialize)]
struct Intent {
    status: String,
}

impl StripeClient {
    /// What a subscription could not charge, the oldest first. An invoice that cannot be read is left out, after an error in
    /// the log.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn unpaid_invoices(&self, subscription: &str) -> Result<Vec<UnpaidInvoice>, StripeError> {
        let mut open = Vec::new();
        // The account may have Stripe write off what its last retry did not charge; that is paid on its page as before.
        for status in ["open", "uncollectible"] {
            let query = ListInvoices { subscription, status, limit: MOST };
            let listed: List<OpenInvoice> = self.list("invoices", &["invoices"], &query).await?;
            open.extend(listed.data);
        }
        open.sort_by_key(|invoice| invoice.created);
        let mut unpaid = Vec::new();
        for invoice in open.into_iter().filter(|invoice| invoice.amount_remaining > 0) {
            let amount = from_stripe(invoice.amount_remaining, &invoice.currency);
            let (Some(amount), Some(unpaid_since)) = (amount, DateTime::from_timestamp(invoice.created, 0)) else {
                tracing::error!(subscription, invoice = %invoice.id, "an unpaid invoice cannot be read");
                continue;
            };
            let page_url = invoice.hosted_invoice_url.filter(|url| self.is_portal_page(url));
            unpaid.push(UnpaidInvoice {
                needs_confirmation: self.needs_confirmation(&invoice.id).await?,
                invoice: invoice.id,
                amount,
                unpaid_since,
                next_attempt_at: invoice.next_payment_attempt.and_then(|at| DateTime::from_timestamp(at, 0)),
                page_url,
            });
        }
        Ok(unpaid)
    }

    async fn needs_confirmation(&self, invoice: &str) -> Result<bool, StripeError> {
        let query = ListInvoicePayments { invoice };
        let payments: List<InvoicePayment> = self.list("invoice_payments", &["invoice_payments"], &query).await?;
        let mut open = payments.data.into_iter().filter(|payment| payment.status == "open");
        let Some(intent) = open.find_map(|payment| payment.payment.payment_intent) else { return Ok(false) };
        let intent: Intent = self.get("payment_intent", &["payment_intents", intent.id()]).await?;
        Ok(intent.status == "requires_action")
    }

    /// `POST /v1/invoices/{id}/void`: nobody pays it any more. One that is paid or void already is refused as invalid.
    ///
    /// # Errors
    /// See [`StripeError`]. An answer in which it is not void is malformed.
    pub async fn void_invoice(&self, id: &str) -> Result<(), StripeError> {
        // Stripe would repeat a stored failure of its own under the same key for a day.
        let key = format!("{id}-void-{}", crate::ids::new_secret());
        let voided: VoidedInvoice = self.post("void_invoice", &["invoices", id, "void"], &VoidInvoice {}, &key).await?;
        if voided.status.as_deref() == Some("void") {
            return Ok(());
        }
        let reason = "the invoice is not void".to_owned();
        Err(StripeError::Malformed { status: 200, reason, request_id: None })
    }
}
