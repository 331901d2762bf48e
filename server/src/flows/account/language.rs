//! The language of an account's letters. A letter is written in the language of its order, which is that of the page
//! that sold it until the customer chooses another one for all of them.

use onefare_core::language::Language;
use onefare_core::problem::Problem;

use crate::app::App;
use crate::problem::Refusal;
use crate::store::customers;
use crate::store::sessions::Session;

/// Sets the language of every later letter about the account's orders.
///
/// # Errors
/// [`Problem::NotFound`] for an account that has no order any more; our own failures.
pub async fn choose(app: &App, session: &Session, language: Language) -> Result<(), Refusal> {
    let mut tx = app.store.begin().await.map_err(Refusal::internal)?;
    let changed = customers::set_language(&mut tx, &session.email_canonical, language).await;
    if changed.map_err(Refusal::internal)? == 0 {
        return Err(Problem::NotFound.into());
    }
    tx.commit().await.map_err(Refusal::internal)?;
    Ok(())
}
