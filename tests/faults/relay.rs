//! One address in front of servers that come and go, like a load balancer's: a connection goes to the next server that
//! accepts it, and breaks when that server dies.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

/// The running relay.
#[derive(Clone, Debug)]
pub struct Relay {
    pub address: SocketAddr,
    servers: Arc<Mutex<Vec<SocketAddr>>>,
}

impl Relay {
    /// Opens the address. Servers are added later, when their ports are known.
    pub async fn open() -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let relay = Self { address: listener.local_addr()?, servers: Arc::default() };
        tokio::spawn(relay.clone().run(listener));
        Ok(relay)
    }

    /// Adds a server behind the address.
    pub fn add(&self, server: SocketAddr) {
        self.servers.lock().expect("no holder panics").push(server);
    }

    async fn run(self, listener: TcpListener) {
        let turn = Arc::new(AtomicUsize::new(0));
        while let Ok((mut buyer, _)) = listener.accept().await {
            let mut servers = self.servers.lock().expect("no holder panics").clone();
            if !servers.is_empty() {
                let first = turn.fetch_add(1, Ordering::Relaxed) % servers.len();
                servers.rotate_left(first);
            }
            tokio::spawn(async move {
                for server in servers {
                    if let Ok(mut stream) = TcpStream::connect(server).await {
                        let _ = copy_bidirectional(&mut buyer, &mut stream).await;
                        return;
                    }
                }
                // No server accepts: drop the buyer's connection.
            });
        }
    }
}
