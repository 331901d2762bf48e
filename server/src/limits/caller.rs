//! The client whose request a task answers, for code below the HTTP layer that shares something scarce between clients.

use std::sync::Arc;

use super::{Action, By, Client, Limits};

tokio::task_local! {
    static CALLER: Caller;
}

/// The client whose request a task answers. A job has none: nobody waits for it, and it has a share of its own.
#[derive(Clone, Debug)]
pub struct Caller {
    limits: Arc<Limits>,
    client: Client,
}

impl Caller {
    /// The caller of a request from this client.
    #[must_use]
    pub const fn new(limits: Arc<Limits>, client: Client) -> Self {
        Self { limits, client }
    }

    /// Runs a future on behalf of this caller.
    pub async fn scope<F: Future>(self, future: F) -> F::Output {
        CALLER.scope(self, future).await
    }

    /// The network of the running task's caller, if it has called a payment provider more often of late than
    /// [`Action::ProviderCall`] allows; counts one more call.
    #[must_use]
    pub fn busy_network() -> Option<String> {
        let busy = |caller: &Self| {
            let is_busy = caller.limits.take(Action::ProviderCall, &caller.client).is_err();
            is_busy.then(|| caller.client.key(By::Network)).flatten()
        };
        CALLER.try_with(busy).ok().flatten()
    }
}
