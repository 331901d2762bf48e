//! Refuses an action done too often, by the counts that servers share.

use std::time::Duration;

use crate::app::App;
use crate::ids::derived_secret;
use crate::limits::{Action, Client, Wait};
use crate::problem::Refusal;
use crate::store::StoreError;
use crate::store::limit_counts::{self, Counted};

/// Counts one more of that action, here and in the database.
///
/// # Errors
/// [`Problem::RateLimited`](onefare_core::problem::Problem::RateLimited) above the limit. A database that does not
/// answer refuses nothing: what follows needs it too.
pub async fn take(app: &App, action: Action, client: &Client) -> Result<(), Refusal> {
    check(app, action, client)?;
    app.limits.take(action, client).map_err(|wait| refused(app, action, wait))?;
    if app.limits.shared(action).next().is_none() {
        return Ok(());
    }
    // Boxed: every call waits inside this future, and only few are counted in the database.
    match Box::pin(count_shared(app, action, client)).await {
        Some(wait) => Err(refused(app, action, wait)),
        None => Ok(()),
    }
}

/// Refuses an action that this server knows to be above its limit; counts nothing and makes no query.
///
/// # Errors
/// As [`take`].
pub fn check(app: &App, action: Action, client: &Client) -> Result<(), Refusal> {
    app.limits.check_shared(action, client).map_err(|wait| refused(app, action, wait))
}

/// Counts what has just been done, for the next [`check`].
pub async fn count(app: &App, action: Action, client: &Client) {
    // The answer of the local count does not matter: the next `take` says whether it is too much.
    let _ = app.limits.take(action, client);
    if let Some(wait) = count_shared(app, action, client).await {
        tracing::debug!(action = action.word(), ?wait, "a limit was passed");
    }
}

/// Counts by every row that servers share. `Some`: one of them was used up before.
async fn count_shared(app: &App, action: Action, client: &Client) -> Option<Wait> {
    let counted = count_all(app, action, client).await;
    counted.unwrap_or_else(|error| {
        tracing::warn!(%error, action = action.word(), "what is limited could not be counted");
        None
    })
}

/// Counts in one transaction. Every caller locks the rows in the order of the table, so that two of them wait for each
/// other but do not deadlock.
async fn count_all(app: &App, action: Action, client: &Client) -> Result<Option<Wait>, StoreError> {
    let now = app.clock.now();
    let rows: Vec<_> = app.limits.shared(action).filter_map(|row| Some((row, client.key(row.by)?))).collect();
    if rows.is_empty() {
        return Ok(None);
    }
    let mut counted = Vec::new();
    let mut tx = app.store.begin().await?;
    for (row, key) in rows {
        let name = derived_secret(&app.config.secret, "limit", &format!("{}:{key}", row.rule()));
        let count = limit_counts::count(&mut tx, &row.rule(), &name, row.window(), now).await?;
        counted.push((row, key, count));
    }
    tx.commit().await?;
    let mut refused = None;
    for (row, key, Counted { count, began_at }) in counted {
        let (ends, times) = (began_at + row.window(), i64::from(row.times.get()));
        if count >= times {
            app.limits.note_used_up(row, &key, ends);
        }
        let wait = (ends - now).to_std().unwrap_or(Duration::ZERO);
        refused = refused.or((count > times).then_some(Wait(wait)));
    }
    Ok(refused)
}

/// The refusal of an action done too often; it is counted.
pub fn refused(app: &App, action: Action, Wait(wait): Wait) -> Refusal {
    app.metrics.limited(action.word());
    Refusal::limited(wait)
}
