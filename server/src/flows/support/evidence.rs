//! What a bank asks for when its customer disputes a charge: what was bought, agreed, paid, delivered, sent and used.

use chrono::{DateTime, Utc};
use onefare_core::email::Email;
use onefare_core::language::Language;

use crate::clock::Clock;
use crate::config::EsimAccess;
use crate::esims::Counted;
use crate::esims::esim_access::EsimAccessClient;
use crate::esims::esim_access::client::{EsimAccessSettings, EsimAccessSetupError};
use crate::flows::support::find::{Addresses, TellError};
use crate::flows::support::order_view::{OrderSheet, sheet};
use crate::store::sessions::{self, Session};
use crate::store::{Store, StoreError, esims};

/// Everything that speaks for a charge. It holds the buyer's address, and no activation code.
#[derive(Debug)]
pub struct Evidence {
    /// The order with all that belongs to it.
    pub sheet: OrderSheet,
    /// The browsers that are signed in with its address, newest first. A session that ended has no record.
    pub sessions: Vec<Session>,
    /// The data that its eSIM has used; `None` for an order without one, and before the supplier has counted. The error is why
    /// the supplier did not say.
    pub data: Result<Option<DataUsed>, String>,
}

/// Used data of an eSIM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataUsed {
    /// Such as `1.2 GB`.
    pub used: String,
    /// What was bought.
    pub total: String,
    /// When the supplier counted, where it says so.
    pub counted_at: Option<DateTime<Utc>>,
}

/// Why no evidence can be gathered.
#[derive(Debug, thiserror::Error)]
pub enum EvidenceError {
    /// The database; a row that cannot be read.
    #[error(transparent)]
    Order(#[from] TellError),
    /// The settings make no client of the supplier.
    #[error(transparent)]
    Supplier(#[from] EsimAccessSetupError),
}

impl From<StoreError> for EvidenceError {
    fn from(error: StoreError) -> Self {
        Self::Order(error.into())
    }
}

impl From<Counted> for DataUsed {
    fn from(Counted { data, at }: Counted) -> Self {
        Self { used: data.used_text(Language::En), total: data.total_text(Language::En), counted_at: at }
    }
}

/// Gathers the evidence for the order with a number, in any case. `None`: there is no such order.
///
/// # Errors
/// See [`EvidenceError`]. A supplier that does not answer leaves its error in [`data`](Evidence::data).
pub async fn gather(
    store: &Store,
    supplier: &EsimAccess,
    number: &str,
    clock: Clock,
) -> Result<Option<Evidence>, EvidenceError> {
    let now = clock.now();
    let supplier = EsimAccessClient::new(EsimAccessSettings::of(supplier, clock))?;
    let (sheet, sessions, esim) = {
        let mut conn = store.snapshot().await?;
        let Some(sheet) = sheet(&mut conn, number, Addresses::InFull, now).await? else { return Ok(None) };
        let email = Email::parse(&sheet.order.email).map_err(|_| StoreError::Gone("orders"))?;
        // Every stored one, however old.
        let (begun, seen) = (DateTime::UNIX_EPOCH, DateTime::UNIX_EPOCH);
        let sessions = sessions::of_account(&mut conn, &email.canonical(), begun, seen).await?;
        // Another account, or none, may have the address by now.
        let sessions = if sheet.account_deleted_at.is_none() { sessions } else { Vec::new() };
        let esim = esims::of_order(&mut conn, &sheet.id).await?;
        (sheet, sessions, esim)
    };
    let data = match esim.and_then(|esim| esim.esim_tran_no) {
        Some(number) => match supplier.usage(&number).await {
            Ok(counted) => Ok(counted.map(DataUsed::from)),
            Err(error) => Err(error.to_string()),
        },
        None => Ok(None),
    };
    Ok(Some(Evidence { sheet, sessions, data }))
}
