//! Hands letters about orders to the mail server. One that it will never take is noted and told to a person, and is not
//! tried again by itself: repeats would cost the sender's name and help nobody.

use crate::app::App;
use crate::flows::following::raise;
use crate::mail::{Letter, MailError};
use crate::store::orders::Order;
use crate::store::{StoreError, undeliverable_letters};

/// What became of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Posted {
    /// The mail server has it.
    Taken,
    /// It never will, for this reason.
    Refused(String),
}

/// Hands a letter over.
///
/// # Errors
/// The mail server, for now: the job tries again. One that refuses us whatever the letter is also raises an alarm.
pub async fn hand_over(app: &App, letter: &Letter) -> Result<Posted, MailError> {
    match app.mailer.send(letter).await {
        Ok(()) => Ok(Posted::Taken),
        Err(MailError::Permanent(why)) => Ok(Posted::Refused(why)),
        Err(error) => {
            if let MailError::Refused(_) = error {
                app.metrics.alarm("mail_server");
                tracing::error!(alarm = "mail_server", %error, "the mail server refuses us: a person must look");
            }
            Err(error)
        }
    }
}

/// Notes that a letter will never be taken, and tells an operator. `copy` is as in the store.
///
/// # Errors
/// The database; the letter is tried again then.
pub async fn give_up(app: &App, order: &Order, kind: &str, copy: i64, why: &str) -> Result<(), StoreError> {
    let mut tx = app.store.begin().await?;
    undeliverable_letters::note(&mut tx, &order.id, kind, copy, why, app.clock.now()).await?;
    tx.commit().await?;
    let to = order.email.masked();
    tracing::warn!(order = %order.number, to, kind, copy, why, "letter not taken");
    raise(app, "letter_undeliverable", order, "");
    Ok(())
}
