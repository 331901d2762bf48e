//! Fetches the supplier's package list for a command: with the configured account, outside a running shop.

use url::Url;

use crate::clock::Clock;
use crate::config::Config;
use crate::esims::Package;
use crate::esims::esim_access::client::EsimAccessSetupError;
use crate::esims::esim_access::requests::Selection;
use crate::esims::esim_access::{EsimAccessClient, EsimAccessError, EsimAccessSettings};

/// Why no list could be fetched.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The configured account makes no client.
    #[error(transparent)]
    Setup(#[from] EsimAccessSetupError),
    /// The supplier refused or did not answer.
    #[error("{0} gave no list: {1}")]
    Supplier(Url, EsimAccessError),
    /// The sandbox refused or did not answer.
    #[error("{0} gave no list: {1} (the sandbox answers while `onefare serve` or `onefare sandbox` runs)")]
    Sandbox(Url, EsimAccessError),
}

/// What the configured supplier sells now. In a demo the supplier is the sandbox of a running shop.
///
/// # Errors
/// See [`AskError`].
pub async fn listed(config: &Config, clock: Clock) -> Result<Vec<Package>, AskError> {
    let supplier = EsimAccessClient::new(EsimAccessSettings::of(&config.esim_access, clock))?;
    let base = config.esim_access.api_base.clone();
    let stands_in = config.sandbox.as_ref().is_some_and(|sandbox| sandbox.esim_access);
    supplier
        .packages(Selection::All)
        .await
        .map_err(|error| if stands_in { AskError::Sandbox(base, error) } else { AskError::Supplier(base, error) })
}
