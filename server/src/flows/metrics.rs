//! What operators ask for.

use std::fmt;

use crate::app::App;
use crate::jobs::JobKind;
use crate::problem::ALARM_DATABASE;
use crate::store::jobs::{self, JobCount};
use crate::store::{StoreError, attention};

/// Why there are no figures.
#[derive(Debug, thiserror::Error)]
pub enum FiguresError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// They could not be written.
    #[error(transparent)]
    Text(#[from] fmt::Error),
}

/// What this server has counted, and what stands in the tables now: jobs, and what a person must look at. In the words
/// of Prometheus.
///
/// # Errors
/// The database.
pub async fn figures(app: &App) -> Result<String, FiguresError> {
    let (counts, attention, overdue) = {
        let (mut conn, now) = (app.store.read().await?, app.clock.now());
        let overdue = jobs::recheck_overdue(&mut conn, now).await?;
        (jobs::counts(&mut conn, now).await?, attention::counts(&mut conn, now).await?, overdue)
    };
    app.metrics.recheck_is_overdue(overdue);
    for one in attention {
        app.metrics.needs_attention(one.what, one.state, one.number);
    }
    for kind in JobKind::ALL {
        let sum =
            |number: fn(&JobCount) -> i64| counts.iter().filter(|count| count.kind == kind).map(number).sum::<i64>();
        for (state, number) in [
            ("waiting", sum(|count| count.waiting)),
            ("due", sum(|count| count.due)),
            ("running", sum(|count| count.running)),
            ("failing", sum(|count| count.failing)),
        ] {
            app.metrics.has_jobs(kind.word(), kind.lane().word(), state, number);
        }
    }
    Ok(app.metrics.text()?)
}

/// Whether this server can sell now.
///
/// # Errors
/// Why not, in words for the log.
pub async fn readiness(app: &App) -> Result<(), String> {
    let proven = app.readiness.prove(&app.store, app.clock.now()).await;
    if let Err(reason) = &proven {
        if app.readiness.is_stopping() {
            return proven;
        }
        app.metrics.alarm(ALARM_DATABASE);
        tracing::error!(alarm = ALARM_DATABASE, %reason, "not ready");
    }
    proven
}

/// Reads the whole database once and tells what is wrong inside. A buyer is not kept waiting for it.
pub async fn look_for_damage(app: &App) {
    match app.store.find_damage().await {
        Ok(None) => tracing::debug!("the database is whole"),
        Ok(Some(damage)) => {
            app.metrics.alarm(ALARM_DAMAGE);
            tracing::error!(alarm = ALARM_DAMAGE, %damage, "the database is damaged: stop the shop and restore a backup");
            app.readiness.found_damage(damage);
        }
        Err(error) => tracing::warn!(%error, "the database could not be checked for damage"),
    }
}

/// The alarm for a database that is damaged inside.
const ALARM_DAMAGE: &str = "database_damaged";
