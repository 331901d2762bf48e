//! What the shop sells: read from a file the operator edits, compared with what is sold now, applied as a new price
//! book.
//!
//! [`parse`] reads the file and names every fault, [`difference`] says in sentences what would change, [`apply`] does
//! it in one transaction, [`export`] writes what is sold now in the form [`parse`] reads. A job does all of it by
//! itself with the bundles of the supplier ([`crate::flows::catalogue_renewal`]).

mod bundles;
mod difference;
mod export;
mod file;
pub mod import;
mod reader;
pub(crate) mod rules;
mod toml_text;

#[cfg(test)]
mod tests;

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::discount::{DiscountCode, FoldedCode};
use onefare_core::price_book::PriceBook;

use crate::config::Demo;
use crate::store::{Connection, Store, StoreError, Tx, discount_codes, price_books};

pub use difference::{difference, used_up};
pub use export::to_toml;
pub use file::parse;

/// The price book the software brings along: plans and codes, then bundles for the places that most people travel to.
pub const DEMO: &str = concat!(include_str!("../config/price-book.toml"), "\n", include_str!("../config/bundles.toml"));

/// Bundles for all other places, which follow those of [`DEMO`].
pub const OTHER_BUNDLES: &str = include_str!("../config/more-bundles.toml");

/// What an empty database is filled with, as [`parse`] reads it.
#[must_use]
pub fn demo_text(demo: Demo) -> String {
    match demo {
        Demo::All => format!("{DEMO}\n{OTHER_BUNDLES}"),
        Demo::Few => DEMO.to_owned(),
    }
}

/// The code of the demo's sale.
const DEMO_CODE: &str = "phrase";

/// How long the demo's sale lasts.
const DEMO_SALE: TimeDelta = TimeDelta::hours(72);

/// Plans, bundles and codes together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalogue {
    /// The plans and bundles.
    pub book: PriceBook,
    /// The codes.
    pub codes: Vec<ListedCode>,
}

/// A code and how many uses of it are taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedCode {
    /// The code.
    pub code: DiscountCode,
    /// Uses that are taken: by paid orders, and by open ones if it is limited. From a file, it counts only for a code
    /// that is new here.
    pub used: u32,
}

/// What [`apply`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The number of the price book that is current now.
    pub number: i64,
    /// What changed, in sentences; empty when nothing did.
    pub changes: Vec<String>,
}

/// Why a catalogue could not be read or applied.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// The file has faults; each is a sentence, with its line where that is known.
    #[error("{}", .0.join("\n"))]
    Faults(Vec<String>),
    /// Nothing was ever applied here.
    #[error("no price book was applied yet")]
    Empty,
    /// The store's.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Catalogue {
    fn find(&self, folded: &FoldedCode) -> Option<&ListedCode> {
        self.codes.iter().find(|listed| listed.code.folded().as_ref() == Some(folded))
    }
}

/// What is sold now, and under which number.
///
/// # Errors
/// The store's.
pub async fn current(conn: &mut Connection) -> Result<Option<(i64, Catalogue)>, StoreError> {
    let Some((number, book)) = price_books::current(&mut *conn).await? else { return Ok(None) };
    let codes = discount_codes::all(conn).await?;
    let codes = codes.into_iter().map(|(code, used)| ListedCode { code, used }).collect();
    Ok(Some((number, Catalogue { book, codes })))
}

/// What [`apply`] would change, in sentences; empty when nothing.
///
/// # Errors
/// The store's.
pub async fn pending_changes(store: &Store, new: &Catalogue, now: DateTime<Utc>) -> Result<Vec<String>, StoreError> {
    let old = current(&mut *store.read().await?).await?.map(|(_, old)| old);
    Ok(difference(old.as_ref(), new, now))
}

/// What an operator should know before applying the catalogue: its codes that nobody could use.
///
/// # Errors
/// The store's.
pub async fn warnings(store: &Store, new: &Catalogue) -> Result<Vec<String>, StoreError> {
    let old = current(&mut *store.read().await?).await?.map(|(_, old)| old);
    Ok(old.map(|old| used_up(&old, new)).unwrap_or_default())
}

/// Makes the catalogue the current one. A code it does not name ends now, unless it has ended before; a code that
/// exists already keeps its count.
///
/// # Errors
/// The store's; then nothing changed.
pub async fn apply(store: &Store, new: &Catalogue, now: DateTime<Utc>) -> Result<Applied, StoreError> {
    let mut tx = store.begin().await?;
    let applied = apply_within(&mut tx, new, now).await?;
    tx.commit().await?;
    Ok(applied)
}

/// [`apply`] within the caller's transaction.
///
/// # Errors
/// The store's.
pub async fn apply_within(tx: &mut Tx, new: &Catalogue, now: DateTime<Utc>) -> Result<Applied, StoreError> {
    hold(tx).await?;
    let old = current(tx).await?.map(|(_, old)| old);
    apply_in(tx, old.as_ref(), new, now).await
}

/// Takes the lock that serialises changes of the catalogue: a waiting transaction then sees what the first one made.
pub(crate) async fn hold(tx: &mut Tx) -> Result<(), StoreError> {
    tx.hold("catalogue").await
}

/// [`apply`] in a transaction that [holds](hold) the catalogue and has read `old` in it.
pub(crate) async fn apply_in(
    conn: &mut Connection,
    old: Option<&Catalogue>,
    new: &Catalogue,
    now: DateTime<Utc>,
) -> Result<Applied, StoreError> {
    let changes = difference(old, new, now);
    let (number, _) = price_books::insert(conn, &new.book, now).await?;
    for listed in &new.codes {
        let old = listed.code.folded().and_then(|folded| old?.find(&folded));
        match old {
            None => discount_codes::upsert(conn, &listed.code, Some(listed.used), now).await?,
            Some(old) if old.code != listed.code => discount_codes::upsert(conn, &listed.code, None, now).await?,
            Some(_) => {}
        }
    }
    for listed in old.iter().flat_map(|old| missing(old, new, now)) {
        // A code that has not begun yet never will: it loses its start.
        let starts_at = listed.code.starts_at.filter(|start| *start < now);
        let ended = DiscountCode { starts_at, ends_at: Some(now), ..listed.code.clone() };
        discount_codes::upsert(conn, &ended, None, now).await?;
    }
    Ok(Applied { number, changes })
}

/// Applies the demo catalogue if nothing was ever applied here. `None`: something was.
///
/// # Errors
/// The store's.
pub async fn apply_demo_if_empty(
    store: &Store,
    demo: Demo,
    now: DateTime<Utc>,
) -> Result<Option<Applied>, CatalogueError> {
    if price_books::current(&mut *store.read().await?).await?.is_some() {
        return Ok(None);
    }
    // Two servers that start at once both come here: the second finds nothing to change.
    let demo = parse(&demo_text(demo)).map_err(CatalogueError::Faults)?;
    Ok(Some(apply(store, &demo, now).await?))
}

/// Opens the demo's sale, at `/flash-sale-phrase`: it ends a while after the shop first started.
///
/// # Errors
/// The store's.
pub async fn open_demo_sale(store: &Store, now: DateTime<Utc>) -> Result<(), CatalogueError> {
    let end = now.checked_add_signed(DEMO_SALE).unwrap_or(now).to_rfc3339();
    let listed = format!("code = \"{DEMO_CODE}\"\npercent = \"40\"\nterm = \"first\"\nends = \"{end}\"\n");
    let catalogue = parse(&format!("{DEMO}\n[[code]]\n{listed}")).map_err(CatalogueError::Faults)?;
    let Some(sale) = FoldedCode::parse(DEMO_CODE).and_then(|code| catalogue.find(&code)) else { return Ok(()) };
    let mut tx = store.begin().await?;
    discount_codes::upsert(&mut tx, &sale.code, None, now).await?;
    Ok(tx.commit().await?)
}

/// What is sold now as a file [`parse`] reads, counts included.
///
/// # Errors
/// Nothing was ever applied; the store's.
pub async fn export(store: &Store) -> Result<String, CatalogueError> {
    let (_, catalogue) = current(&mut *store.read().await?).await?.ok_or(CatalogueError::Empty)?;
    Ok(to_toml(&catalogue))
}

/// The codes that are on sale now, are missing from the new catalogue and have not ended.
fn missing<'old>(old: &'old Catalogue, new: &'old Catalogue, now: DateTime<Utc>) -> Vec<&'old ListedCode> {
    let is_missing = |listed: &&ListedCode| {
        let kept = listed.code.folded().is_some_and(|folded| new.find(&folded).is_some());
        !kept && listed.code.ends_at.is_none_or(|end| end > now)
    };
    old.codes.iter().filter(is_missing).collect()
}
