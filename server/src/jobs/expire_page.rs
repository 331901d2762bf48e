//! Expires a hosted page, and retries until the provider has closed it.

use super::{JobError, Outcome};
use crate::app::App;
use crate::flows::payment::close_page;
use crate::flows::payment::recheck::pause;

pub(super) async fn run(app: &App, payment_id: &str) -> Result<Outcome, JobError> {
    let still_open = close_page::end_page(app, payment_id).await?;
    Ok(still_open.map_or(Outcome::Done, |payment| Outcome::Again(pause(app, &payment))))
}
