//! The money that would have moved, recorded in the same transaction as its cause.
//!
//! Checkers compare this table with the shop's own records: the sandbox counts independently of the shop.

use serde::Serialize;
use sqlx::Row as _;

use super::provider::Provider;
use super::settings::SandboxError;
use super::store::Work;

/// The direction of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the buyer to the merchant.
    Charge,
    /// Back to the buyer.
    Refund,
}

/// A movement to record.
#[derive(Clone, Debug)]
pub struct Movement {
    /// The provider that moves the money.
    pub provider: Provider,
    /// The direction.
    pub movement: Direction,
    /// Smallest unit of the currency, always positive.
    pub amount: i64,
    /// Lower-case ISO code.
    pub currency: String,
    /// The hosted page on which it was paid.
    pub session: Option<String>,
    /// The merchant's reference.
    pub client_reference: Option<String>,
    /// The provider's payment.
    pub payment: String,
    /// The provider's charge or refund: one movement each.
    pub reference: String,
}

/// A movement as it is read back.
#[derive(Clone, Debug, Serialize)]
pub struct LedgerRow {
    /// Position; grows with time.
    pub sequence: i64,
    /// Epoch milliseconds of the sandbox's clock.
    pub moved_at: i64,
    /// `stripe` or `mollie`.
    pub provider: String,
    /// `charge` or `refund`.
    pub movement: String,
    /// Smallest unit of the currency, always positive.
    pub amount: i64,
    /// Lower-case ISO code.
    pub currency: String,
    /// The hosted page on which it was paid.
    pub session: Option<String>,
    /// The merchant's reference.
    pub client_reference: Option<String>,
    /// The provider's payment.
    pub payment: String,
    /// The provider's charge or refund.
    pub reference: String,
}

impl Work {
    /// Records a movement.
    pub async fn record(&mut self, movement: &Movement) -> Result<(), SandboxError> {
        sqlx::query(
            "INSERT INTO ledger \
             (moved_at, provider, movement, amount, currency, session, client_reference, payment, reference) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(self.now.timestamp_millis())
        .bind(movement.provider.code())
        .bind(match movement.movement {
            Direction::Charge => "charge",
            Direction::Refund => "refund",
        })
        .bind(movement.amount)
        .bind(&movement.currency)
        .bind(&movement.session)
        .bind(&movement.client_reference)
        .bind(&movement.payment)
        .bind(&movement.reference)
        .execute(&mut *self.transaction)
        .await?;
        Ok(())
    }

    /// The session that was charged with a payment, and the merchant's reference.
    pub async fn charged_for(&mut self, payment: &str) -> Result<(Option<String>, Option<String>), SandboxError> {
        let row = sqlx::query("SELECT session, client_reference FROM ledger WHERE payment = ? AND movement = 'charge'")
            .bind(payment)
            .fetch_optional(&mut *self.transaction)
            .await?;
        match row {
            Some(row) => Ok((row.try_get("session")?, row.try_get("client_reference")?)),
            None => Ok((None, None)),
        }
    }

    /// The payment with which a session was charged.
    pub async fn charge_of(&mut self, session: &str) -> Result<Option<String>, SandboxError> {
        let sql = "SELECT payment FROM ledger WHERE session = ? AND movement = 'charge' ORDER BY sequence LIMIT 1";
        let row = sqlx::query(sql).bind(session).fetch_optional(&mut *self.transaction).await?;
        Ok(row.map(|row| row.try_get("payment")).transpose()?)
    }

    /// The whole ledger, oldest first.
    pub async fn ledger(&mut self) -> Result<Vec<LedgerRow>, SandboxError> {
        let rows = sqlx::query("SELECT * FROM ledger ORDER BY sequence").fetch_all(&mut *self.transaction).await?;
        rows.iter()
            .map(|row| {
                Ok(LedgerRow {
                    sequence: row.try_get("sequence")?,
                    moved_at: row.try_get("moved_at")?,
                    provider: row.try_get("provider")?,
                    movement: row.try_get("movement")?,
                    amount: row.try_get("amount")?,
                    currency: row.try_get("currency")?,
                    session: row.try_get("session")?,
                    client_reference: row.try_get("client_reference")?,
                    payment: row.try_get("payment")?,
                    reference: row.try_get("reference")?,
                })
            })
            .collect()
    }
}
