//! The connection that a request came over.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The other end of a connection.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Its address.
    pub address: IpAddr,
    /// Requests of the connection whose bodies are still arriving.
    pub receiving: Receiving,
}

/// How many requests of one connection are still arriving. Clones count together.
#[derive(Clone, Debug, Default)]
pub struct Receiving(Arc<AtomicU32>);

/// A request whose body is arriving, until this is dropped.
#[derive(Debug)]
pub struct Arriving(Receiving);

impl Receiving {
    /// Counts one more body that is arriving.
    #[must_use]
    pub fn begin(&self) -> Arriving {
        self.0.fetch_add(1, Ordering::Relaxed);
        Arriving(self.clone())
    }

    /// How many there are.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}
