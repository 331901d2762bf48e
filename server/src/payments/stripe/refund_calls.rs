//! The operations on refunds.

use super::StripeClient;
use super::error::{StripeError, Unsendable};
use super::refunds::{List, ListRefunds, NewRefund, Refund};

impl StripeClient {
    /// `POST /v1/refunds`. Idempotent for a day; later, check first whether [one of the refunds](Self::refunds) carries
    /// its id. Cancels no subscription.
    ///
    /// # Errors
    /// See [`StripeError`]. An answer about another payment or amount is malformed.
    pub async fn create_refund(&self, refund: &NewRefund) -> Result<Refund, StripeError> {
        let body = refund.request().map_err(Unsendable::Refund)?;
        let made: Refund = self.post("create_refund", &["refunds"], &body, &refund.key()).await?;
        let same = made.money() == Some(refund.amount)
            && made.payment_intent.as_ref().is_none_or(|intent| intent.id() == refund.payment_intent);
        if same {
            return Ok(made);
        }
        let reason = "the refund is another one".to_owned();
        Err(StripeError::Malformed { status: 200, reason, request_id: None })
    }

    /// `GET /v1/refunds/{id}`.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn refund(&self, id: &str) -> Result<Refund, StripeError> {
        self.get("refund", &["refunds", id]).await
    }

    /// `GET /v1/refunds`, newest first: the first hundred of a payment, more than we ever make for one.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn refunds(&self, payment_intent: &str) -> Result<Vec<Refund>, StripeError> {
        let query = ListRefunds { payment_intent, limit: 100 };
        let list: List<Refund> = self.list("refunds", &["refunds"], &query).await?;
        Ok(list.data)
    }
}
