//! The built-in sandbox: the outside world in one process, speaking the real wire formats.
//!
//! It ships with the product. Without provider keys the shop's real clients talk to it over HTTP, a person can click
//! through its hosted pay pages, its events are signed and retried, letters arrive in its mailbox. No money moves.
//!
//! - [`stripe`]: the API and the pay pages. Other providers become siblings of it.
//! - [`webhooks`]: delivery of events. [`ledger`]: what would have been paid. [`store`]: its memory, its own file.
//! - [`mailbox`]: a small SMTP receiver and the pages that show the letters.
//! - [`control`]: what tests may make it do; [`faults`]: how calls go wrong.
//!
//! Nothing here knows the shop: it uses only the clock and the ids.

mod control;
mod faults;
mod html;
mod ledger;
mod mailbox;
mod money;
mod settings;
mod store;
mod stripe;
#[cfg(test)]
mod trial_run;
mod webhooks;

use std::fmt;
use std::sync::Arc;

use axum::Router;
use tokio::sync::Notify;

pub use self::ledger::LedgerRow;
pub use self::settings::{SandboxError, SandboxSettings};
pub use self::stripe::API_VERSION as STRIPE_API_VERSION;
pub use self::webhooks::{Mode as WebhookMode, sign};
use store::Store;

/// The open sandbox.
pub struct Sandbox {
    settings: SandboxSettings,
    store: Store,
    in_flight: stripe::InFlight,
    /// Rings when an event waits for delivery.
    wake: Notify,
    courier: reqwest::Client,
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Sandbox").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Sandbox {
    /// Opens the sandbox and its file, made at first use.
    pub async fn open(settings: SandboxSettings) -> Result<Arc<Self>, SandboxError> {
        settings.check()?;
        let store = Store::open(&settings.database, settings.clock.clone()).await?;
        Ok(Arc::new(Self {
            store,
            in_flight: stripe::InFlight::default(),
            wake: Notify::new(),
            courier: webhooks::courier()?,
            settings,
        }))
    }

    /// The providers' APIs, the hosted pay pages, and `/control` for tests.
    pub fn provider_router(self: &Arc<Self>) -> Router {
        stripe::router().nest("/control", control::router()).with_state(Arc::clone(self))
    }

    /// The mailbox pages: `/mailbox`, `/mailbox/{id}`, `/mailbox.json`.
    pub fn mailbox_router(self: &Arc<Self>) -> Router {
        mailbox::router().with_state(Arc::clone(self))
    }

    /// Closes the file, so that another process can take it over.
    pub async fn close(&self) {
        self.store.close().await;
    }
}
