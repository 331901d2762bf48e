//! Refuses a secret that is not the database's: payment hashes would change, stored activation codes could not be read,
//! and no digest would agree.

use secrecy::SecretString;

use super::StartError;
use crate::ids::derived_secret;
use crate::store::{Store, secret_check};

fn derived(secret: &SecretString) -> String {
    derived_secret(secret, "secret-check", "database")
}

/// Checks that the database was first started with this secret. The first start stores what later ones are checked with.
///
/// # Errors
/// Another secret; the database.
pub async fn check(store: &Store, secret: &SecretString) -> Result<(), StartError> {
    let (ours, mut first) = (derived(secret), secret_check::stored(&mut *store.read().await?).await?);
    if first.is_none() {
        let mut tx = store.begin().await?;
        secret_check::store_once(&mut tx, &ours).await?;
        // Another server may have been first.
        first = secret_check::stored(&mut tx).await?;
        tx.commit().await?;
    }
    if first.is_some_and(|first| first == ours) {
        return Ok(());
    }
    Err("ONEFARE_SECRET is not the one with which this database was started first: stored activation codes could not be \
         read. Set that one; where it is lost, `onefare migrate --accept-secret` takes the present one from now on"
        .into())
}

/// Takes this secret as the database's from now on.
///
/// # Errors
/// The database.
pub async fn accept(store: &Store, secret: &SecretString) -> Result<(), StartError> {
    let mut tx = store.begin().await?;
    secret_check::replace(&mut tx, &derived(secret)).await?;
    Ok(tx.commit().await?)
}
