//! The clients of both providers, for the shop and for commands that run beside it.

use onefare_core::payment::Provider;

use super::{ProviderError, Told};
use crate::config::Config;
use crate::payments::mollie::client::MollieSetupError;
use crate::payments::mollie::{MollieClient, MollieSettings};
use crate::payments::stripe::client::StripeSetupError;
use crate::payments::stripe::{StripeClient, StripeSettings};

/// One client for each provider. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Clients {
    /// Cards.
    pub stripe: StripeClient,
    /// iDEAL.
    pub mollie: MollieClient,
}

/// Why the settings do not make a client.
#[derive(Debug, thiserror::Error)]
pub enum ClientsError {
    /// Cards.
    #[error(transparent)]
    Stripe(#[from] StripeSetupError),
    /// iDEAL.
    #[error(transparent)]
    Mollie(#[from] MollieSetupError),
}

impl Clients {
    /// Clients with the keys and addresses of the settings; nothing is called yet.
    ///
    /// # Errors
    /// A key or an address that cannot be used.
    pub fn new(config: &Config) -> Result<Self, ClientsError> {
        let (stripe, mollie) = (&config.stripe, &config.mollie);
        Ok(Self {
            stripe: StripeClient::new(StripeSettings::new(stripe.api_base.clone(), stripe.secret_key.clone()))?,
            mollie: MollieClient::new(MollieSettings::new(
                mollie.api_base.clone(),
                mollie.api_key.clone(),
                mollie.checkout_hosts.clone(),
            ))?,
        })
    }

    /// Asks what became of a payment.
    ///
    /// # Errors
    /// The provider did not answer.
    pub async fn ask(&self, provider: Provider, reference: &str) -> Result<Told, ProviderError> {
        Ok(match provider {
            Provider::Stripe => Told::Stripe(Box::new(self.stripe.retrieve_checkout_session(reference).await?)),
            Provider::Mollie => Told::Mollie(Box::new(self.mollie.payment(reference).await?)),
        })
    }
}
