//! Looks entitlements up: for the calls of the VPN's systems, and for operators.

use onefare_core::email::Email;

use super::document::EntitlementDocument;
use crate::ids::typed_order_number;
use crate::store::entitlements::{self, StoredEntitlement};
use crate::store::{Connection, StoreError, accounts, orders};

/// Most entitlements of one page.
pub const LARGEST_PAGE: u32 = 1000;

/// Some entitlements, and how to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// In ascending order of their revisions, each account once.
    pub entitlements: Vec<EntitlementDocument>,
    /// The last revision: the next page comes after it.
    pub next: i64,
    /// Whether there is a next page by now.
    pub more: bool,
}

/// The entitlement of an account, by its id.
///
/// # Errors
/// The database.
pub async fn by_account(conn: &mut Connection, id: &str) -> Result<Option<EntitlementDocument>, StoreError> {
    Ok(entitlements::of_account(conn, id).await?.as_ref().map(EntitlementDocument::of))
}

/// The entitlement of the account with an address.
///
/// # Errors
/// The database.
pub async fn by_address(conn: &mut Connection, typed: &str) -> Result<Option<EntitlementDocument>, StoreError> {
    let Ok(email) = Email::parse(typed) else { return Ok(None) };
    let Some(account) = accounts::by_address(conn, &email.canonical()).await? else { return Ok(None) };
    by_account(conn, &account).await
}

/// The newest revision of each account after a revision.
///
/// # Errors
/// The database.
pub async fn page_after(conn: &mut Connection, revision: i64, limit: u32) -> Result<Page, StoreError> {
    let limit = limit.clamp(1, LARGEST_PAGE);
    let mut found = entitlements::after(conn, revision, limit + 1).await?;
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next = found.last().map_or(revision, |last| last.revision);
    Ok(Page { entitlements: found.iter().map(EntitlementDocument::of).collect(), next, more })
}

/// The entitlement that an operator means: by an account's id, an address, or the number of an order.
///
/// # Errors
/// The database.
pub async fn typed(conn: &mut Connection, typed: &str) -> Result<Option<StoredEntitlement>, StoreError> {
    let typed = typed.trim();
    let account = if typed.starts_with("acc_") {
        Some(typed.to_owned())
    } else if let Ok(email) = Email::parse(typed) {
        accounts::by_address(conn, &email.canonical()).await?
    } else {
        match typed_order_number(typed) {
            Ok(number) => match orders::by_number(conn, &number).await? {
                Some(order) => accounts::of_order(conn, &order.id).await?,
                None => None,
            },
            Err(_) => None,
        }
    };
    match account {
        Some(account) => entitlements::of_account(conn, &account).await,
        None => Ok(None),
    }
}
