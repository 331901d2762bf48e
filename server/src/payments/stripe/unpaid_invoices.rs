//! Unpaid invoices of a subscription: the amount due, the next retry, and the hosted page on which the customer pays or confirms.

use chrono::DateTime;
use onefare_core::provider_amount::from_stripe;
use onefare_core::subscription::UnpaidInvoice;
use serde::{Deserialize, Serialize};

use super::StripeClient;
use super::error::StripeError;
use super::invoices::{InvoicePayment, ListInvoicePayments, ListInvoices};
use super::refunds::List;

/// The page size of the list: a subscription ends long before it has more unpaid invoices.
const MOST: u32 = 20;

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
    /// The unpaid invoices of a subscription, oldest first. One that cannot be read is logged as an error and skipped.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn unpaid_invoices(&self, subscription: &str) -> Result<Vec<UnpaidInvoice>, StripeError> {
        let mut open = Vec::new();
        // Stripe can be set to mark an invoice uncollectible after the last retry; its hosted page still accepts a payment.
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

    /// `POST /v1/invoices/{id}/void`: its hosted page accepts no payment any more. Stripe refuses to void a paid or void invoice.
    ///
    /// # Errors
    /// See [`StripeError`]. An answer in which it is not void is malformed.
    pub async fn void_invoice(&self, id: &str) -> Result<(), StripeError> {
        // A new key each time: Stripe replays even its own failures under a reused key for a day.
        let key = format!("{id}-void-{}", crate::ids::new_secret());
        let voided: VoidedInvoice = self.post("void_invoice", &["invoices", id, "void"], &VoidInvoice {}, &key).await?;
        if voided.status.as_deref() == Some("void") {
            return Ok(());
        }
        let reason = "the invoice is not void".to_owned();
        Err(StripeError::Malformed { status: 200, reason, request_id: None })
    }
}
