//! The letter about a deleted account.

use super::draft::Draft;
use crate::app::App;
use crate::flows::delivery::progress::DeliveryError;
use crate::mail::letters::Envelope;
use crate::mail::letters::account_deleted::AccountDeleted;
use crate::store::account_deletions;

/// Writes the letter to the address, and in the language, of the account's newest order.
///
/// # Errors
/// See [`DeliveryError`]; the job tries again.
pub(super) async fn draft(app: &App, deletion_id: &str) -> Result<Draft, DeliveryError> {
    let mut conn = app.store.read().await?;
    let deletion = account_deletions::by_id(&mut conn, deletion_id).await?;
    let Some(account) = deletion.and_then(|deletion| deletion.email_canonical) else { return Ok(Draft::Needless) };
    let orders = account_deletions::marked(&mut conn, &account).await?;
    drop(conn);
    let Some(newest) = orders.first() else { return Ok(Draft::Needless) };
    let letter_id = format!("account-{deletion_id}");
    let (brand, language) = (app.brand.everywhere(), newest.language);
    let envelope = Envelope { brand, language, to: &newest.email, letter_id: &letter_id };
    Ok(Draft::of_account(AccountDeleted { envelope }.letter()?))
}
