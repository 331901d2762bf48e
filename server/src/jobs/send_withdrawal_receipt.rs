//! Sends the receipt of a withdrawal and cancels the renewal, neither waiting for the other: no charge follows because the
//! mail server is down.

use super::{JobError, Outcome};
use crate::app::App;
use crate::flows::{letters, withdrawal};

pub(super) async fn run(app: &App, subject: &str) -> Result<Outcome, JobError> {
    let stopped = withdrawal::stop_renewal(app, subject).await;
    letters::send::send_withdrawal_receipt(app, subject).await?;
    Ok(stopped?.into())
}
