//! Renews the bundles, and again after a while. A job that still waits although the settings switched it off ends here.

use super::{JobError, Outcome};
use crate::app::App;
use crate::flows::catalogue_renewal;

pub(super) async fn run(app: &App) -> Result<Outcome, JobError> {
    let Some(every) = app.config.esim_import.every else { return Ok(Outcome::Done) };
    catalogue_renewal::renew(app).await?;
    Ok(Outcome::Again(every))
}
