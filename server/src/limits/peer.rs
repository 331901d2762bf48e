//! The connection that a request came over.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::Notify;

/// The other end of a connection.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Its address.
    pub address: IpAddr,
    /// Requests of the connection whose bodies are still arriving.
    pub receiving: Receiving,
}

/// How many requests of one connection are still receiving their bodies. Clones share the count.
#[derive(Clone, Debug, Default)]
pub struct Receiving(Arc<Bodies>);

#[derive(Debug, Default)]
struct Bodies {
    arriving: AtomicU32,
    gave_way: Notify,
}

/// Counts a request whose body is arriving, until dropped.
#[derive(Debug)]
pub struct Arriving(Receiving);

impl Receiving {
    /// Counts one more body that is arriving.
    #[must_use]
    pub fn begin(&self) -> Arriving {
        self.0.arriving.fetch_add(1, Ordering::Relaxed);
        Arriving(self.clone())
    }

    /// How many bodies are arriving.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.0.arriving.load(Ordering::Relaxed)
    }

    /// Notes that one of them gave way to other bodies.
    pub fn give_way(&self) {
        self.0.gave_way.notify_one();
    }

    /// Resolves when one of them gave way.
    pub async fn gave_way(&self) {
        self.0.gave_way.notified().await;
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        self.0.0.arriving.fetch_sub(1, Ordering::Relaxed);
    }
}
