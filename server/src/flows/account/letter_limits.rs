//! Limits on letters with a code: to sign in, or to prove the address that an account is to have. Both count against
//! the same limits.

use chrono::{DateTime, Utc};

use crate::app::App;
use crate::ids::new_id;
use crate::limits::{Action, By, Client, Wait};
use crate::store::mailed_code_requests::{self, KEPT, NewRequest, Scope};
use crate::store::trusted_devices::TrustedDevice;
use crate::store::{StoreError, Tx};

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

/// Counts a request for a letter, unless a limit is reached. A request from the owner's trusted device counts for the device
/// alone: strangers may have used up the limits of the e-mail address, and of the network that the owner shares with them.
/// The brake for everyone counts letters where they go out (`flows::letters`). A lock held until the transaction ends
/// serialises this: concurrent requests would otherwise each find room below the limit.
///
/// # Errors
/// See [`LetterRefused`].
pub async fn take(
    app: &App,
    tx: &mut Tx,
    account: &str,
    device: Option<&TrustedDevice>,
    client: &Client,
    now: DateTime<Utc>,
) -> Result<(), LetterRefused> {
    let [address, network] =
        [By::Address, By::Network].map(|by| client.key(by).unwrap_or_else(|| "unknown".to_owned()));
    tx.hold("sign-in letters").await?;
    for row in app.limits.shared(Action::SignInAsk) {
        let (scope, key) = match row.by {
            By::Email => device.map_or((Scope::Email, account), |device| (Scope::Device, device.id.as_str())),
            By::Address | By::Network if device.is_some() => continue,
            By::Address => (Scope::Address, address.as_str()),
            By::Network => (Scope::Network, network.as_str()),
            By::Everyone | By::Cookie => continue,
        };
        let oldest = mailed_code_requests::newest(tx, scope, key, row.times.get()).await?;
        let free_at = oldest.map(|asked_at| asked_at + row.window());
        if let Some(wait) = free_at.and_then(|free_at| (free_at - now).to_std().ok()).filter(|wait| !wait.is_zero()) {
            return Err(LetterRefused::TooOften(Wait(wait)));
        }
    }
    mailed_code_requests::forget_before(tx, now - KEPT).await?;
    let device_id = device.map(|device| device.id.as_str());
    let new =
        NewRequest { id: &new_id("mcr"), email_canonical: account, device_id, address: &address, network: &network };
    Ok(mailed_code_requests::insert(tx, new, now).await?)
}
