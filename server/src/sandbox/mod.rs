//! The built-in sandbox: the outside world in one process, with the real wire formats.
//!
//! It ships with the product. Without provider keys the shop's real clients talk to it over HTTP, a person can click
//! through its hosted pages, its webhook events are signed and retried, letters arrive in its mailbox. No money moves.
//!
//! - [`stripe`], [`mollie`], [`esim_access`]: their APIs and pages. Other providers become siblings of them.
//!   [`pipeline`] has the steps of every call, [`hosted_page`] what their pages share.
//! - [`webhooks`]: delivery of webhook events. [`ledger`]: the money that would have moved. [`store`]: its own file.
//! - [`mailbox`]: a small SMTP receiver and the pages that show the letters.
//! - [`control`]: what tests can make it do; [`faults`]: how calls fail.
//!
//! Nothing here knows the shop: it uses only what lies below everything, such as the clock and the ids.

mod control;
mod esim_access;
mod faults;
mod hosted_page;
mod html;
mod idempotency;
mod ledger;
mod mailbox;
mod mollie;
mod money;
mod pipeline;
mod provider;
mod settings;
mod store;
mod stripe;
#[cfg(test)]
mod trial_endpoint;
#[cfg(test)]
mod trial_run;
mod webhooks;

use std::fmt;
use std::sync::Arc;

use axum::Router;
use tokio::sync::Notify;

pub use self::ledger::LedgerRow;
pub use self::settings::{EsimAccessAccount, MollieAccount, SandboxError, SandboxSettings, StripeAccount};
pub use self::stripe::API_VERSION as STRIPE_API_VERSION;
pub use self::webhooks::{Mode as WebhookMode, sign};
use store::Store;

/// The open sandbox.
pub struct Sandbox {
    settings: SandboxSettings,
    store: Store,
    in_flight: idempotency::InFlight,
    /// Notified when a webhook event waits for delivery.
    wake: Notify,
    courier: reqwest::Client,
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Sandbox").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Sandbox {
    /// Opens the sandbox and its file, creating it at first use.
    pub async fn open(settings: SandboxSettings) -> Result<Arc<Self>, SandboxError> {
        settings.check()?;
        let store = Store::open(&settings.database, settings.clock.clone(), settings.public_url.as_str()).await?;
        let mut work = store.begin().await?;
        esim_access::sell_in_few_places(&mut work, settings.esim_access.few_places).await?;
        work.commit().await?;
        Ok(Arc::new(Self {
            store,
            in_flight: idempotency::InFlight::default(),
            wake: Notify::new(),
            courier: webhooks::courier()?,
            settings,
        }))
    }

    /// The providers' APIs, the hosted pay pages, and `/control` for tests.
    pub fn provider_router(self: &Arc<Self>) -> Router {
        stripe::router()
            .merge(mollie::router())
            .merge(esim_access::router())
            .merge(hosted_page::router())
            .nest("/control", control::router())
            .with_state(Arc::clone(self))
    }

    /// What people look at besides the pay pages: the mailbox (`/mailbox`, `/mailbox/{id}`, `/mailbox.json`) and the
    /// eSIM orders (`/esims`).
    pub fn pages_router(self: &Arc<Self>) -> Router {
        mailbox::router().merge(esim_access::pages()).with_state(Arc::clone(self))
    }

    /// Closes the file, so that another process can open it.
    pub async fn close(&self) {
        self.store.close().await;
    }
}
