//! The smallest possible server behind the shop's layers, as a baseline for measurements of the shop.

use std::net::SocketAddr;

use tokio::sync::watch;
use tokio::task::JoinSet;

use super::StartError;
use super::listener::{accept, listen};
use super::places::Places;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::router;

/// A running baseline server.
#[derive(Debug)]
pub struct Hello {
    /// Where it listens.
    pub address: SocketAddr,
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl Hello {
    /// Stops accepting, lets answers in flight finish, and returns.
    pub async fn stop(mut self) {
        let _ = self.stop.send(true);
        while self.tasks.join_next().await.is_some() {}
    }
}

/// Starts it where the shop would listen, with the shop's accept loop.
///
/// # Errors
/// The port is taken.
pub async fn start(config: &Config) -> Result<Hello, StartError> {
    let listener = listen(config.listen, "ONEFARE_LISTEN").await?;
    let address = listener.local_addr()?;
    let (stop, stopped) = watch::channel(false);
    let mut tasks = JoinSet::new();
    let places = Places::new("hello", config.connections.clone(), Metrics::default());
    let headers = router::headers(config).lines();
    tasks.spawn(accept(listener, router::hello(config), places, headers, stopped));
    Ok(Hello { address, stop, tasks })
}
