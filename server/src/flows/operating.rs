//! What operators ask for.

use std::fmt;

use crate::app::App;
use crate::jobs::JobKind;
use crate::store::{StoreError, jobs, to_look_at};

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
    let (counts, to_look_at, overdue) = {
        let (mut conn, now) = (app.store.read().await?, app.clock.now());
        let overdue = jobs::recheck_overdue(&mut conn, now).await?;
        (jobs::counts(&mut conn, now).await?, to_look_at::counts(&mut conn, now).await?, overdue)
    };
    app.metrics.recheck_is_overdue(overdue);
    for one in to_look_at {
        app.metrics.has_to_look_at(one.what, one.state, one.number);
    }
    for kind in JobKind::ALL {
        let count = counts.iter().find(|count| count.kind == kind);
        let states = [
            ("waiting", count.map_or(0, |count| count.waiting)),
            ("due", count.map_or(0, |count| count.due)),
            ("running", count.map_or(0, |count| count.running)),
            ("failing", count.map_or(0, |count| count.failing)),
        ];
        for (state, number) in states {
            app.metrics.has_jobs(kind.word(), state, number);
        }
    }
    Ok(app.metrics.text()?)
}
