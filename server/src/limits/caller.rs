//! The client on whose behalf a task runs, for code below the HTTP layer that shares scarce calls between clients.

use std::net::IpAddr;
use std::sync::Arc;

use super::{Action, By, Client, Limits};

tokio::task_local! {
    static CALLER: Option<Caller>;
}

/// The client whose request a task handles. A job has no caller.
#[derive(Clone, Debug)]
pub struct Caller {
    limits: Arc<Limits>,
    /// Without its cookie: provider calls are counted by network.
    client: Client,
}

impl Caller {
    /// The caller of a request from this address.
    #[must_use]
    pub fn new(limits: Arc<Limits>, address: Option<IpAddr>) -> Self {
        Self { limits, client: Client { address, ..Client::default() } }
    }

    /// Runs a future on behalf of this caller.
    pub async fn scope<F: Future>(self, future: F) -> F::Output {
        CALLER.scope(Some(self), future).await
    }

    /// Runs a future whose provider calls have a share of their own: they do not count for any network.
    pub async fn exempt<F: Future>(future: F) -> F::Output {
        CALLER.scope(None, future).await
    }

    /// Counts a provider call of the current task. `Some`: its caller's network exceeds [`Action::ProviderCall`].
    #[must_use]
    pub fn count_provider_call() -> Option<String> {
        let excess = |caller: &Self| {
            let exceeds = caller.limits.take(Action::ProviderCall, &caller.client).is_err();
            exceeds.then(|| caller.client.key(By::Network)).flatten()
        };
        CALLER.try_with(|caller| caller.as_ref().and_then(excess)).ok().flatten()
    }
}
