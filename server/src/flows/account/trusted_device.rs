//! Trusted devices: browsers that have signed in to an account before. Letters and wrong codes of such a browser count
//! for it alone, so that strangers who use up those of the address do not lock its owner out. It proves nothing else:
//! signing in there still needs the code.

use chrono::{DateTime, Utc};

use crate::ids::{digest, new_id, new_token};
use crate::store::trusted_devices::{self, TrustedDevice};
use crate::store::{Connection, StoreError};

pub use crate::store::trusted_devices::KEPT;

/// The device that a browser's token names, if it is trusted for this account.
///
/// # Errors
/// The database.
pub async fn of_browser(
    conn: &mut Connection,
    token: Option<&str>,
    account: &str,
    now: DateTime<Utc>,
) -> Result<Option<TrustedDevice>, StoreError> {
    let Some(token) = token else { return Ok(None) };
    let found = trusted_devices::by_token(conn, &digest(token)).await?;
    Ok(found.filter(|device| device.email_canonical == account && now - device.trusted_at < KEPT))
}

/// Trusts a browser that has just signed in and returns its new token. A browser already trusted for this account stays
/// the same device, with its wrong codes; one trusted for another account loses that trust.
///
/// # Errors
/// The database.
pub async fn trust(
    conn: &mut Connection,
    earlier_token: Option<&str>,
    account: &str,
    now: DateTime<Utc>,
) -> Result<String, StoreError> {
    let earlier = match earlier_token {
        Some(token) => trusted_devices::by_token(conn, &digest(token)).await?,
        None => None,
    };
    let token = new_token();
    match earlier {
        Some(same) if same.email_canonical == account => {
            trusted_devices::renew(conn, &same.id, &digest(&token), now).await?;
            return Ok(token);
        }
        Some(other) => trusted_devices::end(conn, &other.id).await?,
        None => {}
    }
    let device = TrustedDevice { id: new_id("dev"), email_canonical: account.to_owned(), failures: 0, trusted_at: now };
    trusted_devices::insert(conn, &digest(&token), &device).await?;
    Ok(token)
}
