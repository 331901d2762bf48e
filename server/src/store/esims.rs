//! eSIMs of orders: what is ordered at the supplier, how far it is, and the sealed code of what was made.

mod returned;

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::dialect::storable;
use super::row::Record;
use crate::seal::Sealed;

pub use returned::{GivenBack, note_given_back};

const TABLE: &str = "esims";

/// How far an eSIM is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EsimState {
    /// To be ordered, or ordered without an answer.
    Ordering,
    /// The supplier has accepted the order and is making it.
    Accepted,
    /// Made, as ordered, and handed over.
    Ready,
    /// The supplier will not make it.
    Refused,
    /// Something else was made.
    Wrong,
    /// Its code was handed out before, or it is installed already.
    Used,
}

/// An eSIM as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Esim {
    /// The order it fulfils.
    pub order_id: String,
    /// Our reference at the supplier.
    pub transaction_id: String,
    /// The supplier's package.
    pub wanted: Wanted,
    /// How far it is.
    pub state: EsimState,
    /// Why it was set aside.
    pub failure: Option<String>,
    /// The supplier's number of the order.
    pub order_no: Option<String>,
    /// The supplier's number of the eSIM.
    pub esim_tran_no: Option<String>,
    /// The activation code, sealed for the order.
    pub sealed_code: Option<Sealed>,
    /// Until when it can be installed.
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was prepared.
    pub created_at: DateTime<Utc>,
    /// When the supplier was last asked to make it.
    pub asked_at: Option<DateTime<Utc>>,
    /// When the supplier accepted.
    pub accepted_at: Option<DateTime<Utc>>,
    /// When it was made.
    pub ready_at: Option<DateTime<Utc>>,
    /// How its return ended after the refund, once that is known.
    pub given_back: Option<GivenBack>,
    /// When that was.
    pub given_back_at: Option<DateTime<Utc>>,
    /// Since when it has no data service, because its order is in dispute.
    pub suspended_at: Option<DateTime<Utc>>,
}

/// What is ordered at the supplier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The package's code or alias.
    pub package: String,
    /// The highest cost, in US dollars times 10000; of a daily package, per day; `None`: any.
    pub price: Option<i64>,
    /// Bytes of the whole package; of a daily one, per day.
    pub volume_bytes: i64,
    /// Days.
    pub days: u32,
    /// Whether the package is a daily one, ordered for each of `days`.
    pub daily: bool,
}

/// What was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made<'esim> {
    /// The supplier's number of it.
    pub esim_tran_no: &'esim str,
    /// Keyed digest of the card's number.
    pub iccid_digest: Option<&'esim str>,
    /// Keyed digest of the activation code.
    pub code_digest: &'esim str,
    /// The activation code, sealed for the order.
    pub sealed_code: &'esim Sealed,
    /// Until when it can be installed.
    pub expires_at: Option<DateTime<Utc>>,
}

impl EsimState {
    /// Every state.
    pub const ALL: [Self; 6] = [Self::Ordering, Self::Accepted, Self::Ready, Self::Refused, Self::Wrong, Self::Used];

    /// The word the database stores.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ordering => "ordering",
            Self::Accepted => "accepted",
            Self::Ready => "ready",
            Self::Refused => "refused",
            Self::Wrong => "wrong",
            Self::Used => "used",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT order_id, transaction_id, package_code, price, volume_bytes, days, daily, state, failure, order_no, \
             esim_tran_no, sealed_code, sealed_key, expires_at, created_at, asked_at, accepted_at, ready_at, given_back, \
             given_back_at, suspended_at FROM esims ",
            $rest
        )
    };
}

/// Prepares the eSIM of an order. `false`: it was prepared before, and stays as it is.
pub async fn prepare(
    conn: &mut AnyConnection,
    order_id: &str,
    transaction_id: &str,
    wanted: &Wanted,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO esims (order_id, transaction_id, package_code, price, volume_bytes, days, daily, state, \
               created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (order_id) DO NOTHING";
    let query = sqlx::query(sql)
        .bind(order_id)
        .bind(transaction_id)
        .bind(&wanted.package)
        .bind(wanted.price)
        .bind(wanted.volume_bytes)
        .bind(i64::from(wanted.days))
        .bind(i64::from(wanted.daily))
        .bind(EsimState::Ordering.code())
        .bind(now.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// The eSIM of an order.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Option<Esim>, StoreError> {
    sqlx::query(select!("WHERE order_id = $1"))
        .bind(order_id)
        .fetch_optional(conn)
        .await?
        .as_ref()
        .map(read)
        .transpose()
}

/// The eSIM of a webhook event of the supplier's: by our reference, else by the supplier's number of the order.
pub async fn meant(
    conn: &mut AnyConnection,
    transaction_id: Option<&str>,
    order_no: Option<&str>,
) -> Result<Option<Esim>, StoreError> {
    let sql = select!("WHERE transaction_id = $1 OR order_no = $2 ORDER BY created_at LIMIT 1");
    let text = |text: Option<&str>| text.map(|text| storable(text).into_owned());
    let query = sqlx::query(sql).bind(text(transaction_id)).bind(text(order_no));
    query.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// Marks that the supplier is being called now, which voids an earlier outcome of the eSIM's return. `false`: the
/// supplier has answered meanwhile.
pub async fn asking(
    conn: &mut AnyConnection,
    order_id: &str,
    from: EsimState,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE esims SET state = $1, failure = NULL, asked_at = $2, given_back = NULL, given_back_at = NULL \
               WHERE order_id = $3 AND state = $4 AND order_no IS NULL";
    let state = EsimState::Ordering.code();
    let query = sqlx::query(sql).bind(state).bind(now.timestamp_millis()).bind(order_id).bind(from.code());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Stores the supplier's number. `false`: it was stored before, or the order was refused.
pub async fn accepted(
    conn: &mut AnyConnection,
    order_id: &str,
    order_no: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE esims SET state = $1, order_no = $2, accepted_at = $3 WHERE order_id = $4 AND state = $5";
    let query = sqlx::query(sql)
        .bind(EsimState::Accepted.code())
        .bind(order_no)
        .bind(now.timestamp_millis())
        .bind(order_id)
        .bind(EsimState::Ordering.code());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// The order that has this code or this very eSIM, if it is another one.
pub async fn other_holder(
    conn: &mut AnyConnection,
    order_id: &str,
    code_digest: &str,
    esim_tran_no: &str,
) -> Result<Option<String>, StoreError> {
    let sql = "SELECT order_id FROM esims WHERE (code_digest = $1 OR esim_tran_no = $2) AND order_id <> $3";
    let query = sqlx::query(sql).bind(code_digest).bind(storable(esim_tran_no).into_owned()).bind(order_id);
    let Some(row) = query.fetch_optional(conn).await? else { return Ok(None) };
    Record::new(&row, TABLE, "order_id").text("order_id").map(Some)
}

/// Stores what was made. `false`: the eSIM is not in the state that the caller read.
pub async fn made(
    conn: &mut AnyConnection,
    order_id: &str,
    from: EsimState,
    made: &Made<'_>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE esims SET state = $1, failure = NULL, esim_tran_no = $2, iccid_digest = $3, code_digest = $4, \
               sealed_code = $5, sealed_key = $6, expires_at = $7, ready_at = $8 WHERE order_id = $9 AND state = $10";
    let query = sqlx::query(sql)
        .bind(EsimState::Ready.code())
        .bind(made.esim_tran_no)
        .bind(made.iccid_digest)
        .bind(made.code_digest)
        .bind(&made.sealed_code.text)
        .bind(&made.sealed_code.key)
        .bind(made.expires_at.map(|at| at.timestamp_millis()))
        .bind(now.timestamp_millis())
        .bind(order_id)
        .bind(from.code());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Stores why there is nothing to hand over. `false`: the eSIM is not in the state that the caller read.
pub async fn set_aside(
    conn: &mut AnyConnection,
    order_id: &str,
    from: EsimState,
    to: EsimState,
    failure: &str,
) -> Result<bool, StoreError> {
    let sql = "UPDATE esims SET state = $1, failure = $2 WHERE order_id = $3 AND state = $4";
    let failure = storable(failure).into_owned();
    let query = sqlx::query(sql).bind(to.code()).bind(failure).bind(order_id).bind(from.code());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Stores since when an eSIM has no data service; `None` when it has one again.
pub async fn set_suspended(
    conn: &mut AnyConnection,
    order_id: &str,
    at: Option<DateTime<Utc>>,
) -> Result<(), StoreError> {
    let sql = "UPDATE esims SET suspended_at = $1 WHERE order_id = $2";
    sqlx::query(sql).bind(at.map(|at| at.timestamp_millis())).bind(order_id).execute(conn).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<Esim, StoreError> {
    let record = Record::new(row, TABLE, "order_id");
    let sealed_code = match (record.text_or_none("sealed_code")?, record.text_or_none("sealed_key")?) {
        (Some(text), Some(key)) => Some(Sealed { key, text }),
        (None, None) => None,
        _ => return Err(record.corrupt("sealed_code")),
    };
    Ok(Esim {
        order_id: record.text("order_id")?,
        transaction_id: record.text("transaction_id")?,
        wanted: Wanted {
            package: record.text("package_code")?,
            price: record.number_or_none("price")?,
            volume_bytes: record.number("volume_bytes")?,
            days: record.count("days")?,
            daily: match record.number("daily")? {
                0 => false,
                1 => true,
                _ => return Err(record.corrupt("daily")),
            },
        },
        state: record.parsed("state", EsimState::parse)?,
        failure: record.text_or_none("failure")?,
        order_no: record.text_or_none("order_no")?,
        esim_tran_no: record.text_or_none("esim_tran_no")?,
        sealed_code,
        expires_at: record.instant_or_none("expires_at")?,
        created_at: record.instant("created_at")?,
        asked_at: record.instant_or_none("asked_at")?,
        accepted_at: record.instant_or_none("accepted_at")?,
        ready_at: record.instant_or_none("ready_at")?,
        given_back: record.parsed_or_none("given_back", GivenBack::parse)?,
        given_back_at: record.instant_or_none("given_back_at")?,
        suspended_at: record.instant_or_none("suspended_at")?,
    })
}
