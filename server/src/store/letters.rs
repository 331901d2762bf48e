//! Letters, from the transaction that causes each until it went out: the only record of what is to be sent, was sent or
//! was refused. The text of a letter is not stored: it is written from the letter's subject when it is sent.

mod kind;

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::dialect::storable;
use super::row::Record;

pub use kind::{About, LetterKind};

/// The number of a letter that is no copy.
pub const FIRST: i64 = 1;

/// A letter that is to be sent.
#[derive(Clone, Copy, Debug)]
pub struct NewLetter<'a> {
    /// Its kind.
    pub kind: LetterKind,
    /// The id of what the kind is about.
    pub subject: &'a str,
    /// The order to which it belongs; `None`: to an account.
    pub order_id: Option<&'a str>,
}

impl<'a> NewLetter<'a> {
    /// A letter about an order.
    #[must_use]
    pub const fn of_order(kind: LetterKind, order_id: &'a str) -> Self {
        Self { kind, subject: order_id, order_id: Some(order_id) }
    }

    /// A letter about a refund of an order.
    #[must_use]
    pub const fn of_refund(refund_id: &'a str, order_id: &'a str) -> Self {
        Self { kind: LetterKind::Refund, subject: refund_id, order_id: Some(order_id) }
    }

    /// A letter that belongs to no order.
    #[must_use]
    pub const fn of_account(kind: LetterKind, subject: &'a str) -> Self {
        Self { kind, subject, order_id: None }
    }
}

/// A letter as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredLetter {
    /// The word of its kind: a newer server may know more than [`LetterKind`].
    pub kind: String,
    /// The id of what it is about.
    pub subject: String,
    /// [`FIRST`], or from 2 on the number of a copy.
    pub number: i64,
    /// The order to which it belongs.
    pub order_id: Option<String>,
    /// When it was requested.
    pub asked_at: DateTime<Utc>,
    /// Our id of it, once it went out.
    pub message_id: Option<String>,
    /// When it went out.
    pub sent_at: Option<DateTime<Utc>>,
    /// Why the mail server refused it for good, without an address, and when it last did.
    pub refusal: Option<Refusal>,
    /// When a refused one needed no attention any more.
    pub done_at: Option<DateTime<Utc>>,
}

/// The mail server's final refusal of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why, without an address.
    pub reason: String,
    /// When.
    pub at: DateTime<Utc>,
}

impl StoredLetter {
    /// Whether it is still to be sent.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.sent_at.is_none() && self.refusal.is_none()
    }

    /// Whether a later letter of its kind about the same subject is among these: that one says what holds since.
    #[must_use]
    pub fn is_followed(&self, among: &[Self]) -> bool {
        let later =
            |other: &Self| other.number > self.number && other.kind == self.kind && other.subject == self.subject;
        among.iter().any(later)
    }

    /// Whether it is of that kind.
    #[must_use]
    pub fn is(&self, kind: LetterKind) -> bool {
        self.kind == kind.word()
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT subject, kind, number, order_id, asked_at, message_id, sent_at, refused_at, refusal, done_at \
             FROM letters ",
            $rest
        )
    };
}

/// Stores the first letter of its kind about a subject. `false`: there is one, in whatever state.
pub async fn insert_once(
    conn: &mut AnyConnection,
    letter: NewLetter<'_>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO letters (subject, kind, number, order_id, asked_at) VALUES ($1, $2, $3, $4, $5) \
               ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql).bind(letter.subject).bind(letter.kind.word()).bind(FIRST);
    let query = query.bind(letter.order_id).bind(now.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Stores the next letter of its kind about a subject: the first, or a later one. `false`: one waits, and is written when it
/// is sent. One that was refused waits for nothing.
pub async fn insert_again(
    conn: &mut AnyConnection,
    letter: NewLetter<'_>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO letters (subject, kind, number, order_id, asked_at) SELECT $1, $2, \
               COALESCE((SELECT MAX(number) FROM letters WHERE subject = $1 AND kind = $2), 0) + 1, $3, \
               CAST($4 AS BIGINT) WHERE NOT EXISTS (SELECT 1 FROM letters WHERE subject = $1 AND kind = $2 \
               AND sent_at IS NULL AND refused_at IS NULL) ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql).bind(letter.subject).bind(letter.kind.word());
    let query = query.bind(letter.order_id).bind(now.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// The letters about a subject that are still to be sent.
pub async fn waiting(conn: &mut AnyConnection, subject: &str) -> Result<Vec<StoredLetter>, StoreError> {
    let query =
        sqlx::query(select!("WHERE subject = $1 AND sent_at IS NULL AND refused_at IS NULL ORDER BY kind, number"));
    query.bind(subject).fetch_all(conn).await?.iter().map(read).collect()
}

/// Every letter of an order, those that went out first, in that order.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<StoredLetter>, StoreError> {
    let query = sqlx::query(select!("WHERE order_id = $1 ORDER BY sent_at IS NULL, sent_at, kind, subject, number"));
    query.bind(order_id).fetch_all(conn).await?.iter().map(read).collect()
}

/// Records that a letter went out. `false`: it was recorded before.
pub async fn note_sent(
    conn: &mut AnyConnection,
    letter: &StoredLetter,
    message_id: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE letters SET message_id = $1, sent_at = $2, refused_at = NULL, refusal = NULL, done_at = NULL \
               WHERE subject = $3 AND kind = $4 AND number = $5 AND sent_at IS NULL";
    let query = sqlx::query(sql).bind(message_id).bind(now.timestamp_millis());
    let query = query.bind(&letter.subject).bind(&letter.kind).bind(letter.number);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Records that the mail server refuses a letter for good. It needs attention, unless `done_at` is given.
pub async fn note_refused(
    conn: &mut AnyConnection,
    letter: &StoredLetter,
    refusal: &Refusal,
    done_at: Option<DateTime<Utc>>,
) -> Result<(), StoreError> {
    let sql = "UPDATE letters SET refused_at = $1, refusal = $2, done_at = $3 \
               WHERE subject = $4 AND kind = $5 AND number = $6 AND sent_at IS NULL";
    let query = sqlx::query(sql).bind(refusal.at.timestamp_millis()).bind(storable(&refusal.reason).into_owned());
    let query = query.bind(done_at.map(|at| at.timestamp_millis()));
    query.bind(&letter.subject).bind(&letter.kind).bind(letter.number).execute(conn).await?;
    Ok(())
}

/// Makes a refused letter wait again.
pub async fn retry(conn: &mut AnyConnection, letter: &StoredLetter) -> Result<(), StoreError> {
    let sql = "UPDATE letters SET refused_at = NULL, refusal = NULL, done_at = NULL \
               WHERE subject = $1 AND kind = $2 AND number = $3 AND refused_at IS NOT NULL";
    sqlx::query(sql).bind(&letter.subject).bind(&letter.kind).bind(letter.number).execute(conn).await?;
    Ok(())
}

/// Forgets a letter that has not gone out.
pub async fn forget(conn: &mut AnyConnection, letter: &StoredLetter) -> Result<(), StoreError> {
    let sql = "DELETE FROM letters WHERE subject = $1 AND kind = $2 AND number = $3 AND sent_at IS NULL";
    sqlx::query(sql).bind(&letter.subject).bind(&letter.kind).bind(letter.number).execute(conn).await?;
    Ok(())
}

/// Records that the refused letters of an order need no attention any more, and returns their number.
pub async fn acknowledge(conn: &mut AnyConnection, order_id: &str, now: DateTime<Utc>) -> Result<u64, StoreError> {
    let sql = "UPDATE letters SET done_at = $1 WHERE order_id = $2 AND refused_at IS NOT NULL AND done_at IS NULL";
    Ok(sqlx::query(sql).bind(now.timestamp_millis()).bind(order_id).execute(conn).await?.rows_affected())
}

/// Notes that no operator needs to look at the refused letters that this one follows.
pub async fn acknowledge_earlier(
    conn: &mut AnyConnection,
    letter: &StoredLetter,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "UPDATE letters SET done_at = $1 WHERE subject = $2 AND kind = $3 AND number < $4 \
               AND refused_at IS NOT NULL AND done_at IS NULL";
    let query = sqlx::query(sql).bind(now.timestamp_millis()).bind(&letter.subject).bind(&letter.kind);
    query.bind(letter.number).execute(conn).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<StoredLetter, StoreError> {
    let record = Record::new(row, "letters", "subject");
    let (refused_at, reason) = (record.instant_or_none("refused_at")?, record.text_or_none("refusal")?);
    Ok(StoredLetter {
        kind: record.text("kind")?,
        subject: record.text("subject")?,
        number: record.number("number")?,
        order_id: record.text_or_none("order_id")?,
        asked_at: record.instant("asked_at")?,
        message_id: record.text_or_none("message_id")?,
        sent_at: record.instant_or_none("sent_at")?,
        refusal: refused_at.zip(reason).map(|(at, reason)| Refusal { reason, at }),
        done_at: record.instant_or_none("done_at")?,
    })
}
