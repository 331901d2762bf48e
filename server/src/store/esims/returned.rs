//! How the return of an eSIM ended whose price was refunded.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use super::Esim;
use crate::store::StoreError;

/// How the return of an eSIM ended whose price was refunded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenBack {
    /// The supplier took it back; it cannot be used any more.
    Cancelled,
    /// It cannot be returned: it is installed already, or another order has it.
    Kept,
    /// The supplier never made one.
    Nothing,
}

impl GivenBack {
    /// Every outcome.
    pub const ALL: [Self; 3] = [Self::Cancelled, Self::Kept, Self::Nothing];

    /// The word the database stores.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::Kept => "kept",
            Self::Nothing => "nothing",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.code() == code)
    }
}

/// Records how the return of an eSIM ended whose price was refunded. `false`: that is recorded already, or a worker
/// requested it from the supplier again since `seen`.
pub async fn note_given_back(
    conn: &mut AnyConnection,
    seen: &Esim,
    what: GivenBack,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE esims SET given_back = $1, given_back_at = $2 \
               WHERE order_id = $3 AND given_back IS NULL AND COALESCE(asked_at, 0) = $4";
    let query = sqlx::query(sql).bind(what.code()).bind(now.timestamp_millis()).bind(&seen.order_id);
    let query = query.bind(seen.asked_at.map_or(0, |at| at.timestamp_millis()));
    Ok(query.execute(conn).await?.rows_affected() == 1)
}
