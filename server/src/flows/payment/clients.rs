//! The clients of both providers, for the shop and for commands that run beside it.

use onefare_core::payment::Provider;

use crate::config::Config;
use crate::flows::payment::provider_answer::{ProviderError, Told};
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
        let (card_hosts, ideal_hosts) = (stripe.checkout_hosts.clone(), mollie.checkout_hosts.clone());
        Ok(Self {
            stripe: StripeClient::new(StripeSettings {
                calls_a_second: config.pace.stripe_calls,
                portal_hosts: stripe.portal_hosts.clone(),
                ..StripeSettings::new(stripe.api_base.clone(), stripe.secret_key.clone(), card_hosts)
            })?,
            mollie: MollieClient::new(MollieSettings {
                calls_a_second: config.pace.mollie_calls,
                ..MollieSettings::new(mollie.api_base.clone(), mollie.api_key.clone(), ideal_hosts)
            })?,
        })
    }

    /// Reads a payment from its provider.
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
