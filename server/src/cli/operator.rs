//! What every command about a shop needs: its settings, its store, and the operator's name.

use onefare_core::email::Email;
use secrecy::SecretString;

use crate::config::{self, Config};
use crate::flows::operator_acts::{Act, customer_digest};
use crate::serve::{StartError, secret};
use crate::store::Store;

/// The settings and the store of an existing shop. A missing database file is refused before the settings are read,
/// because reading them creates the data folder.
pub(super) async fn open_shop() -> Result<(Config, Store), StartError> {
    Store::must_exist(&config::database_url())?;
    let config = Config::from_env()?;
    let store = Store::open(&config.database_url).await?;
    secret::check(&store, &config.secret).await?;
    Ok((config, store))
}

/// The store of the settings, and the operator who works on it.
pub(super) struct Desk {
    pub(super) store: Store,
    name: String,
    key: SecretString,
}

impl Desk {
    pub(super) async fn open() -> Result<Self, StartError> {
        Ok(Self::with_settings().await?.0)
    }

    /// The same, with the shop's settings.
    pub(super) async fn with_settings() -> Result<(Self, Config), StartError> {
        let name = config::operator()?;
        let (config, store) = open_shop().await?;
        Ok((Self { store, name, key: config.secret.clone() }, config))
    }

    /// An act about neither an order nor a customer.
    pub(super) fn act(&self, command: &'static str) -> Act<'_> {
        Act { operator: &self.name, command, order_number: None, customer: None }
    }

    /// An act about an order, by its stored number.
    pub(super) fn act_on_order<'a>(&'a self, command: &'static str, number: &'a str) -> Act<'a> {
        Act { order_number: Some(number), ..self.act(command) }
    }

    /// An act about an address.
    pub(super) fn act_on_customer(&self, command: &'static str, email: &Email) -> Act<'_> {
        Act { customer: Some(self.digest(email)), ..self.act(command) }
    }

    /// The digest that stands for an address in the audit log.
    pub(super) fn digest(&self, email: &Email) -> String {
        customer_digest(&self.key, email)
    }
}
