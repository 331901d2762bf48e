//! Enqueues the reads of subscriptions that are due, some at a time, and again after ten minutes.

use std::time::Duration;

use super::{JobError, Outcome};
use crate::app::App;
use crate::flows::subscription::sweep;

pub(super) async fn run(app: &App) -> Result<Outcome, JobError> {
    let more = sweep::sweep(app).await?;
    Ok(Outcome::Again(if more { Duration::from_millis(100) } else { Duration::from_mins(10) }))
}
