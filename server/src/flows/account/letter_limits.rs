//! How many letters with a code people can have sent: one to sign in, or one that proves an address which an account is to
//! have. An address is written to as seldom for either.

use chrono::{DateTime, TimeDelta, Utc};

use crate::app::App;
use crate::ids::new_id;
use crate::limits::{Action, By, Client, Wait};
use crate::store::sign_in_letters::{self, NewLetter, Scope};
use crate::store::{StoreError, Tx};

/// Longer than the longest window of a limit: older letters count for nothing.
pub const KEPT: TimeDelta = TimeDelta::days(2);

/// Why no letter may be sent.
#[derive(Debug, thiserror::Error)]
pub enum LetterRefused {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Too often: how long to wait.
    #[error("too many letters were asked for")]
    TooOften(Wait),
}

/// Counts a letter to an address, unless there were too many. The transaction is the only one that does so until it ends:
/// otherwise requests at the same instant would each find room below the limit.
///
/// # Errors
/// See [`LetterRefused`].
pub async fn take(
    app: &App,
    tx: &mut Tx,
    account: &str,
    client: &Client,
    now: DateTime<Utc>,
) -> Result<(), LetterRefused> {
    let address = client.key(By::Address).unwrap_or_else(|| "unknown".to_owned());
    tx.hold("sign-in letters").await?;
    for row in app.limits.shared(Action::SignInAsk) {
        let (scope, key) = match row.by {
            By::Email => (Scope::Email, account),
            By::Address => (Scope::Address, address.as_str()),
            By::Everyone => (Scope::Everyone, "everyone"),
            By::Network | By::Cookie => continue,
        };
        let oldest = sign_in_letters::newest(tx, scope, key, row.times.get()).await?;
        let free_at = oldest.map(|asked_at| asked_at + row.window());
        if let Some(wait) = free_at.and_then(|free_at| (free_at - now).to_std().ok()).filter(|wait| !wait.is_zero()) {
            if scope == Scope::Everyone {
                app.metrics.alarm("sign_in_letters");
                tracing::error!(
                    alarm = "sign_in_letters",
                    "nobody gets sign-in letters for a while: too many were asked for"
                );
            }
            return Err(LetterRefused::TooOften(Wait(wait)));
        }
    }
    sign_in_letters::forget_before(tx, now - KEPT).await?;
    let new = NewLetter { id: &new_id("sil"), email_canonical: account, address: &address };
    Ok(sign_in_letters::insert(tx, new, now).await?)
}
