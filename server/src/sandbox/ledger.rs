//! The money that would have moved, written in the same unit of work as its cause.
//!
//! Checkers compare this table with the shop's own books: it is counted here, not there.

use serde::Serialize;
use sqlx::Row as _;

use super::provider::Provider;
use super::settings::SandboxError;
use super::store::Work;

/// Which way the money went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the buyer to the merchant.
    Charge,
    /// Back to the buyer.
    Refund,
}

/// One movement to be written down.
#[derive(Clone, Debug)]
pub struct Movement {
    /// The provider that moved it.
    pub provider: Provider,
    /// Which way.
    pub movement: Direction,
    /// Smallest unit of the currency, always positive.
    pub amount: i64,
    /// Lower-case ISO code.
    pub currency: String,
    /// The hosted page it was paid on.
    pub session: Option<String>,
    /// What the merchant called it.
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
    /// The hosted page it was paid on.
    pub session: Option<String>,
    /// What the merchant called it.
    pub client_reference: Option<String>,
    /// The provider's payment.
    pub payment: String,
    /// The provider's charge or refund.
    pub reference: String,
}

impl Work {
    /// Writes one movement down.
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

    /// Which session was charged with that payment, and what the merchant called it.
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

    /// The payment that a session was charged with.
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
