//! Finds what the entitlements lack, some at a time, and again after a minute.

use std::time::Duration;

use super::{JobError, Outcome};
use crate::app::App;
use crate::flows::entitlements;

pub(super) async fn run(app: &App) -> Result<Outcome, JobError> {
    let more = entitlements::sweep(app).await?;
    Ok(Outcome::Again(if more { Duration::from_millis(100) } else { Duration::from_mins(1) }))
}
