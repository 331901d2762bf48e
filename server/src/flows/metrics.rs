//! Metrics, readiness and the check for damage.

use std::fmt;
use std::time::Duration;

use crate::app::App;
use crate::jobs::JobKind;
use crate::problem::ALARM_DATABASE;
use crate::store::jobs::{self, JobCount};
use crate::store::{StoreError, attention};

/// This server's counters, and the current figures of the tables (jobs, and what needs attention), in the format of
/// Prometheus. While the database cannot be read a figure says so, and those of the tables keep their last values.
///
/// # Errors
/// They could not be written.
pub async fn figures(app: &App) -> Result<String, fmt::Error> {
    let read = count_tables(app).await;
    if let Err(error) = &read {
        tracing::warn!(%error, "the figures of the tables could not be read");
    }
    app.metrics.tables_are_read(read.is_ok());
    app.metrics.text()
}

async fn count_tables(app: &App) -> Result<(), StoreError> {
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
    Ok(())
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

/// Reads the whole database once and reports what is damaged inside; a check that could not be finished is repeated. No
/// buyer waits for it.
pub async fn look_for_damage(app: &App) {
    loop {
        match app.store.find_damage().await {
            Ok(None) => {
                tracing::debug!("the database is whole");
                return app.readiness.could_not_look(None);
            }
            Ok(Some(damage)) => {
                app.metrics.alarm(ALARM_DAMAGE);
                tracing::error!(alarm = ALARM_DAMAGE, %damage, "the database is damaged: stop the shop and restore a backup");
                return app.readiness.found_damage(damage);
            }
            Err(error) => {
                tracing::warn!(%error, "the database could not be checked for damage");
                app.readiness.could_not_look(Some(error.to_string()));
                tokio::time::sleep(NEXT_LOOK).await;
            }
        }
    }
}

/// How long to wait before repeating a check for damage that could not be finished.
const NEXT_LOOK: Duration = Duration::from_mins(1);

/// The alarm for a database that is damaged inside.
const ALARM_DAMAGE: &str = "database_damaged";
