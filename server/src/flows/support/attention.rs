//! What needs attention, thing by thing: what `onefare_attention` counts.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::find::Addresses;
use crate::store::attention::{self, Item};
use crate::store::{Connection, StoreError};

/// The oldest of what needs attention.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttentionList {
    /// The oldest first.
    pub attention: Vec<AttentionLine>,
    /// How many more there are.
    pub more: usize,
}

/// One thing that needs attention.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttentionLine {
    /// The number of its order; none for a letter that belongs to no order.
    pub order: Option<String>,
    /// The label `what` of the metric.
    pub what: &'static str,
    /// The label `state` of the metric.
    pub state: String,
    /// Since when: for a payment its outcome, for an order the latest outcome of a payment of it.
    pub since: DateTime<Utc>,
    /// Whose order it is.
    pub email: Option<String>,
}

/// Lists what needs attention, the oldest first, at most `limit` lines. `conn` reads one snapshot, so that `more` is
/// exact.
///
/// # Errors
/// The database; a row that cannot be read.
pub async fn list(
    conn: &mut Connection,
    addresses: Addresses,
    now: DateTime<Utc>,
    limit: u32,
) -> Result<AttentionList, StoreError> {
    let counted: i64 = attention::counts(conn, now).await?.iter().map(|count| count.number).sum();
    let items = attention::oldest(conn, now, limit).await?;
    let more = usize::try_from(counted).unwrap_or_default().saturating_sub(items.len());
    Ok(AttentionList { attention: items.into_iter().map(|item| line(item, addresses)).collect(), more })
}

fn line(item: Item, addresses: Addresses) -> AttentionLine {
    let Item { what, state, since, order } = item;
    let (order, email) = order.map(|(number, email)| (number, addresses.shown(&email))).unzip();
    AttentionLine { order, what, state, since, email }
}
