//! Ports, the accept loop, and the signal to stop.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use http::Request;
use hyper::body::Incoming;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use super::StartError;
use super::places::{Activity, Places};
use super::watched::{LAST_WORDS, Watched, outstayed};
use crate::limits::Peer;

/// Time in which a connection must send its request head.
const HEAD_LIMIT: Duration = Duration::from_secs(10);

/// Largest request head. HTTP/1 also reads and writes in chunks of this size.
const HEAD_SIZE: usize = 16 * 1024;

/// Requests of one HTTP/2 connection that are in flight at once.
const STREAMS: u32 = 32;

/// Bytes of one request's body that may be in flight: the largest JSON body fits.
const STREAM_WINDOW: u32 = 32 * 1024;

/// Bytes of all of a connection's bodies that may be in flight.
const CONNECTION_WINDOW: u32 = 128 * 1024;

/// Bytes of one answer that may wait for their reader.
const SEND_BUFFER: usize = 64 * 1024;

/// How long a stopping server waits for answers in flight.
const DRAIN_LIMIT: Duration = Duration::from_secs(10);

/// Binds a port; the error says why it cannot be used and how to choose another.
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

/// Resolves when the server must stop.
pub async fn told(mut stopped: watch::Receiver<bool>) {
    while !*stopped.borrow_and_update() {
        if stopped.changed().await.is_err() {
            return;
        }
    }
}

/// Accepts connections until `stopped` changes, then lets the open ones finish. `headers` are lines for every answer,
/// including those that HTTP's own layer makes.
///
/// Own loop because `axum::serve` sets no timer, so that its limit on slow request heads would have no effect, and
/// because it does not know [`Places`].
pub async fn accept(
    listener: TcpListener,
    routes: Router,
    places: Places,
    headers: Arc<[u8]>,
    mut stopped: watch::Receiver<bool>,
) {
    let server = protocols();
    let graceful = GracefulShutdown::new();
    let service = TowerToHyperService::new(routes);
    let last_words = Arc::new(Semaphore::new(LAST_WORDS));
    loop {
        let (stream, address) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Most likely out of file descriptors: wait until some are closed.
                    tracing::warn!(%error, "connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            _ = stopped.changed() => break,
        };
        let Some(place) = places.take(address.ip()) else { continue };
        let _ = stream.set_nodelay(true);
        let activity = place.activity.clone();
        let answer = {
            let (service, activity, places) = (service.clone(), activity.clone(), places.clone());
            service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(Peer { address: address.ip(), receiving: activity.receiving.clone() });
                places.head_ended(&activity);
                let (service, busy) = (service.clone(), Busy::begin(activity.clone()));
                async move {
                    let answer = service.call(request).await;
                    drop(busy);
                    answer
                }
            })
        };
        let stream = TokioIo::new(Watched::new(stream, activity, places.clone(), headers.clone()));
        let connection = graceful.watch(server.serve_connection(stream, answer).into_owned());
        let last_words = last_words.clone();
        tokio::spawn(async move {
            tokio::select! {
                ended = connection => if let Err(error) = ended {
                    tracing::debug!(%error, "connection ended early");
                },
                end = outstayed(&place.activity, &last_words) => place.ended(end),
            }
        });
        // Accepted connections go first: under overload, new connections wait in the system's queue, where they take no
        // memory of ours.
        tokio::task::yield_now().await;
    }
    drop(listener);
    if tokio::time::timeout(DRAIN_LIMIT, graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections were cut at shutdown");
    }
}

/// HTTP/1 and HTTP/2, with limits on the memory of one connection.
fn protocols() -> auto::Builder<TokioExecutor> {
    let mut server = auto::Builder::new(TokioExecutor::new());
    server.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_LIMIT).max_buf_size(HEAD_SIZE);
    server
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(Some(HEAD_LIMIT))
        .max_concurrent_streams(STREAMS)
        .max_header_list_size(HEAD_SIZE as u32)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_send_buf_size(SEND_BUFFER);
    server
}

/// Counts a request that is being answered, until dropped.
struct Busy(Arc<Activity>);

impl Busy {
    fn begin(activity: Arc<Activity>) -> Self {
        activity.requests.fetch_add(1, Ordering::Relaxed);
        activity.busy.fetch_add(1, Ordering::Relaxed);
        Self(activity)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
        self.0.touch();
    }
}
