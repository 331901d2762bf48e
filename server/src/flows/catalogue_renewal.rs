//! Renews the eSIM shop by itself: what the supplier sells, at its current costs, becomes a new price book, as long as
//! it differs little from what is sold. A bigger difference waits for an operator, and the shop sells on as it is.
//!
//! The supplier call and the draft happen outside any transaction. The draft is applied under the lock that every
//! change of the catalogue takes, and only to the very catalogue it was made from: after a concurrent change it is made
//! anew.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use onefare_core::bundle::{Margins, Prices};
use onefare_core::discount::DiscountCode;

use crate::app::App;
use crate::catalogue::import::{Import, Settings, Warning, import};
use crate::catalogue::{Applied, Catalogue, CatalogueError, apply_in, current, hold, rules};
use crate::esims::Package;
use crate::esims::esim_access::EsimAccessError;
use crate::esims::esim_access::requests::Selection;
use crate::quotes::place_names::PlaceNames;
use crate::store::jobs::{self, JobKind};
use crate::store::{Store, StoreError};

/// The job's subject: the supplier.
pub const SUBJECT: &str = "esim_access";

/// How often the draft is made anew after a concurrent change of the catalogue. An operator changes it now and then;
/// with more changes the job retries.
const TRIES: u32 = 3;

/// Sentences of one kind that the log takes; the command that prints the draft shows all.
const SAID: usize = 20;

/// The outcome of one renewal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Renewal {
    /// The shop already sells what the supplier sells.
    Unchanged,
    /// A new price book is in force.
    Applied(Applied),
    /// The draft goes beyond the limits: the price book stays.
    Held(Held),
}

/// Why a draft is not applied, and what goes wrong until an operator has acted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// The objections, in sentences.
    pub reasons: Vec<String>,
    /// Plans on sale whose package the supplier no longer has: a buyer of one is refunded.
    pub gone: Vec<String>,
    /// Plans on sale for which the supplier asks more than they bring in: a buyer of one is refunded too, because a
    /// package dearer than in the price book is not ordered.
    pub at_a_loss: Vec<String>,
}

/// Why there was no renewal.
#[derive(Debug, thiserror::Error)]
pub enum RenewalError {
    /// The supplier gave no list.
    #[error("the supplier's packages: {0}")]
    Supplier(#[from] EsimAccessError),
    /// What is sold now cannot be read, or the new book not be stored.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// Concurrent changes of the catalogue defeated every attempt.
    #[error("the catalogue was changed during each of {TRIES} tries")]
    Restless,
    /// The draft could not be made.
    #[error("the draft could not be made: {0}")]
    Unmade(#[from] tokio::task::JoinError),
}

impl From<StoreError> for RenewalError {
    fn from(error: StoreError) -> Self {
        Self::Catalogue(error.into())
    }
}

/// Enqueues the renewal job: due at once if there never was one, and otherwise when it is due anyway, so that a restart
/// causes no supplier call. Does nothing when the settings want no renewals.
///
/// # Errors
/// The store's.
pub async fn plan(app: &App) -> Result<(), StoreError> {
    let Some(every) = app.config.esim_import.every else { return Ok(()) };
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    jobs::enqueue_standing(&mut tx, JobKind::ImportBundles, SUBJECT, now + every, now).await?;
    tx.commit().await
}

/// Reads the supplier's packages and renews what is sold. Safe to call concurrently.
///
/// # Errors
/// The supplier's silence, the database: nothing has changed.
pub async fn renew(app: &App) -> Result<Renewal, RenewalError> {
    let packages = Arc::new(app.esims.packages(Selection::All).await?);
    for _ in 0..TRIES {
        let (number, sold) = current(&mut *app.store.read().await?).await?.ok_or(CatalogueError::Empty)?;
        let (packages, settings, now) = (packages.clone(), app.esim_prices.clone(), app.clock.now());
        let making = move || {
            let judged = judge(&sold, &packages, &settings, now);
            (sold, judged)
        };
        // Thousands of packages with all their networks take longer than an async task may block.
        let (sold, judged) = tokio::task::spawn_blocking(making).await?;
        let draft = match judged {
            Judged::Same => return Ok(Renewal::Unchanged),
            Judged::TooDifferent(held) => {
                raise(app, &held);
                return Ok(Renewal::Held(held));
            }
            Judged::Fit(draft) => draft,
        };
        if let Some(applied) = apply_to(&app.store, number, &sold, &draft, app.clock.now()).await? {
            tell(&applied);
            return Ok(Renewal::Applied(applied));
        }
    }
    Err(RenewalError::Restless)
}

/// Applies the draft, if what is sold is still what it was made from.
async fn apply_to(
    store: &Store,
    number: i64,
    sold: &Catalogue,
    draft: &Catalogue,
    now: DateTime<Utc>,
) -> Result<Option<Applied>, RenewalError> {
    let mut tx = store.begin().await?;
    hold(&mut tx).await?;
    let (number_now, sold_now) = current(&mut tx).await?.ok_or(CatalogueError::Empty)?;
    // How often a code was used is no change, and changes with every order.
    let codes = |catalogue: &Catalogue| -> Vec<DiscountCode> {
        catalogue.codes.iter().map(|listed| listed.code.clone()).collect()
    };
    if number_now != number || codes(&sold_now) != codes(sold) {
        return Ok(None);
    }
    let applied = apply_in(&mut tx, Some(&sold_now), draft, now).await?;
    tx.commit().await?;
    Ok(Some(applied))
}

/// The verdict on a package list.
enum Judged {
    Same,
    Fit(Catalogue),
    TooDifferent(Held),
}

fn judge(sold: &Catalogue, packages: &[Package], settings: &Settings, now: DateTime<Utc>) -> Judged {
    let Import { mut draft, warnings } = import(sold, packages, settings, &PlaceNames::built_in());
    settings.limits.narrow(&sold.book.bundles, &mut draft.book.bundles);
    if draft.book.bundles == sold.book.bundles {
        return Judged::Same;
    }
    let mut reasons = settings.limits.broken(&sold.book.bundles, &draft.book.bundles);
    reasons.extend(faults(&draft, now));
    if reasons.is_empty() {
        return Judged::Fit(draft);
    }
    let mut held = Held { reasons, ..Held::default() };
    for warning in &warnings {
        match warning {
            Warning::Vanished { .. } => held.gone.push(warning.to_string()),
            Warning::Dearer { cost, old, .. } if !covers(&settings.margins, *old, *cost) => {
                held.at_a_loss.push(warning.to_string());
            }
            _ => {}
        }
    }
    Judged::TooDifferent(held)
}

/// The faults that an operator would read on applying the draft: a code may take a new price below what cards are
/// charged, or hold only for a plan that has vanished. Expired codes are kept for ever and block nothing.
fn faults(draft: &Catalogue, now: DateTime<Utc>) -> Vec<String> {
    let mut usable = draft.clone();
    usable.codes.retain(|listed| listed.code.ends_at.is_none_or(|end| end > now));
    rules::faults(&usable).into_iter().map(|(_, sentence)| sentence).collect()
}

/// Whether the prices bring in at least what a plan costs.
fn covers(margins: &Margins, prices: Prices, cost: i64) -> bool {
    Margins { minimum: 0, ..margins.clone() }.allow(prices, cost).unwrap_or(false)
}

/// Raises the alarm. Every held renewal raises it again, until an operator has applied a price list.
fn raise(app: &App, held: &Held) {
    tracing::error!(
        alarm = "catalogue_import",
        reasons = said(&held.reasons),
        gone = held.gone.len(),
        at_a_loss = held.at_a_loss.len(),
        plans = said(&[held.at_a_loss.as_slice(), held.gone.as_slice()].concat()),
        "the supplier's bundles differ too much from what is sold: `onefare catalogue import` prints them for a person \
         to look at and apply"
    );
    app.metrics.alarm("catalogue_import");
}

fn tell(applied: &Applied) {
    let (book, changes) = (applied.number, applied.changes.len());
    tracing::info!(book, changes, what = said(&applied.changes), "the supplier's bundles were taken over");
}

/// The first sentences, and the number of those left out.
fn said(sentences: &[String]) -> String {
    let first = sentences.iter().take(SAID).map(String::as_str).collect::<Vec<_>>().join(" ");
    match sentences.len().saturating_sub(SAID) {
        0 => first,
        more => format!("{first} And {more} more."),
    }
}
