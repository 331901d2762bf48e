//! Everything a support person needs to know about one address: what was bought with it, and whether its owner can sign
//! in. It holds no secret that opens anything.

use chrono::{DateTime, Utc};
use onefare_core::email::Email;
use onefare_core::otp::lockout::LOCKOUT;
use serde::Serialize;

use crate::flows::account::session::{self, ABSOLUTE, IDLE};
use crate::flows::support::find::{Addresses, OrderLine, TellError, order_line};
use crate::flows::support::order_view::EsimSheet;
use crate::store::sessions::Session;
use crate::store::{Connection, StoreError, Tx, customers, esims, order_search, payments, sessions, sign_in};

/// One address with everything around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CustomerSheet {
    /// The address.
    pub email: String,
    /// Its orders, newest first.
    pub orders: Vec<OrderLine>,
    /// The eSIMs of these orders.
    pub esims: Vec<CustomerEsim>,
    /// Sessions that have not ended, newest first.
    pub sessions: Vec<SessionLine>,
    /// Whether there is an account to sign in to: an order of a deleted account belongs to no account.
    pub has_account: bool,
    /// Wrong sign-in codes in a row.
    pub wrong_codes: u32,
    /// Whether they are so many that only a mailed link signs in.
    pub link_only: bool,
}

/// An eSIM and its order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CustomerEsim {
    /// Number of the order.
    pub order: String,
    /// The eSIM, without its activation code.
    #[serde(flatten)]
    pub esim: EsimSheet,
}

/// A session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SessionLine {
    /// The device that signed in, in a word.
    pub device: String,
    /// When it began.
    pub began_at: DateTime<Utc>,
    /// When it was last used.
    pub seen_at: DateTime<Utc>,
}

/// Everything about an address; `None` when neither an order nor a session has it. Consistent when `conn` is a
/// snapshot.
///
/// # Errors
/// The database; a row that cannot be read.
pub async fn sheet(
    conn: &mut Connection,
    email: &Email,
    addresses: Addresses,
    now: DateTime<Utc>,
) -> Result<Option<CustomerSheet>, TellError> {
    let account = email.canonical();
    let (mut orders, mut esims) = (Vec::new(), Vec::new());
    for order in order_search::by_email(conn, &account).await? {
        let order = order?;
        if let Some(esim) = esims::of_order(conn, &order.id).await? {
            esims.push(CustomerEsim { order: order.number.to_string(), esim: esim.into() });
        }
        orders.push(order_line(&order, &payments::of_order(conn, &order.id).await?, addresses)?);
    }
    let sessions = live(conn, &account, now).await?;
    if orders.is_empty() && sessions.is_empty() {
        return Ok(None);
    }
    let has_account = customers::address(conn, &account).await?.is_some();
    let wrong_codes = sign_in::failures(conn, &account).await?;
    Ok(Some(CustomerSheet {
        email: addresses.shown(email),
        orders,
        esims,
        sessions: sessions.into_iter().map(SessionLine::from).collect(),
        has_account,
        wrong_codes,
        link_only: LOCKOUT.is_link_only(wrong_codes),
    }))
}

/// Ends every session of an address and every sign-in in progress; returns the number of sessions.
///
/// # Errors
/// The database.
pub async fn end_sessions(tx: &mut Tx, email: &Email, now: DateTime<Utc>) -> Result<usize, StoreError> {
    let account = email.canonical();
    let ended = live(tx, &account, now).await?.len();
    session::end_all(tx, &account, now).await?;
    Ok(ended)
}

async fn live(conn: &mut Connection, account: &str, now: DateTime<Utc>) -> Result<Vec<Session>, StoreError> {
    sessions::of_account(conn, account, now - ABSOLUTE, now - IDLE).await
}

impl From<Session> for SessionLine {
    fn from(session: Session) -> Self {
        Self { device: session.device, began_at: session.created_at, seen_at: session.seen_at }
    }
}
