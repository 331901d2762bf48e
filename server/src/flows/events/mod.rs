//! Events of visitors who agreed to them: stored once, forwarded once, deleted on withdrawal and after a while.
//!
//! Nothing here keeps a buyer from buying: a checkout and a settlement each write one row more, and a receiver that
//! does not answer blocks only its own lane of jobs.

mod collect;
mod document;
mod forward;
mod purchase;

use chrono::TimeDelta;

pub use collect::collect;
pub use forward::forward;
pub use purchase::{expect, release};

use crate::app::App;
use crate::store::{StoreError, events};

/// How long an event is kept, forwarded or not: within this time a repeat is recognized.
pub const KEPT: TimeDelta = TimeDelta::days(30);

/// Deletes a visitor's events that have not been forwarded yet.
///
/// # Errors
/// The database.
pub async fn withdraw(app: &App, visitor: &str) -> Result<(), StoreError> {
    let mut tx = app.store.begin().await?;
    let withdrawn = events::withdraw(&mut tx, visitor).await?;
    tx.commit().await?;
    if withdrawn > 0 {
        tracing::info!(withdrawn, "a visitor withdrew the consent to events that had not left yet");
    }
    Ok(())
}
