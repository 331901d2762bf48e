//! Ports, the accept loop, and the signal to stop.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use super::StartError;

/// Time a connection has to send its request head.
const HEAD_LIMIT: Duration = Duration::from_secs(10);

/// Connections served at once; further ones wait in the kernel's queue.
const MAX_CONNECTIONS: usize = 8192;

/// How long a stopping server waits for answers under way.
const DRAIN_LIMIT: Duration = Duration::from_secs(10);

/// Binds a port or says which one is taken and how to choose another.
pub async fn listen(address: SocketAddr, variable: &str) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|error| {
        let why = if error.kind() == std::io::ErrorKind::AddrInUse {
            "is taken by another program"
        } else {
            "cannot be used"
        };
        format!("{address} {why} ({error}): stop that program or set {variable} to another address.").into()
    })
}

/// Resolves when the server is to stop.
pub async fn told(mut stopped: watch::Receiver<bool>) {
    while !*stopped.borrow_and_update() {
        if stopped.changed().await.is_err() {
            return;
        }
    }
}

/// Accepts connections until told to stop, then lets the open ones finish.
///
/// Own loop because `axum::serve` sets no timer, so that its limit on slow request heads would do nothing.
pub async fn accept(listener: TcpListener, routes: Router, mut stopped: watch::Receiver<bool>) {
    let mut server = auto::Builder::new(TokioExecutor::new());
    server.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_LIMIT);
    server.http2().timer(TokioTimer::new()).keep_alive_interval(Some(HEAD_LIMIT));
    let graceful = GracefulShutdown::new();
    let slots = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let service = TowerToHyperService::new(routes);
    loop {
        let Ok(slot) = slots.clone().acquire_owned().await else { break };
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    // Out of file descriptors, most likely: wait for some to be closed.
                    tracing::warn!(%error, "connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            _ = stopped.changed() => break,
        };
        let _ = stream.set_nodelay(true);
        let connection = server.serve_connection(TokioIo::new(stream), service.clone()).into_owned();
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = watched.await {
                tracing::debug!(%error, "connection ended early");
            }
            drop(slot);
        });
    }
    drop(listener);
    if tokio::time::timeout(DRAIN_LIMIT, graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections were cut at shutdown");
    }
}
