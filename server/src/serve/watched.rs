//! A connection that records its traffic, and is ended when there is too little.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::places::{Activity, Places};
use crate::metrics::ConnectionEnd;

/// Time limit for the first byte.
const FIRST_BYTE: Duration = Duration::from_secs(5);

/// Time limit for the first complete request. The head alone has less; this limit also ends what never becomes HTTP.
const FIRST_REQUEST: Duration = Duration::from_secs(15);

/// How long a connection may stay without a request. HTTP/2 pings are not requests.
const IDLE: Duration = Duration::from_secs(60);

/// How often a connection is checked.
const LOOK: Duration = Duration::from_secs(5);

/// How long an answer may wait for its reader to take [`LEAST`] more bytes.
const STALLED: Duration = Duration::from_secs(10);

/// How long the answer to a body that gave way may take to go out.
const LAST_WORD: Duration = Duration::from_millis(200);

/// Connections that may wait for that at once. In a flood the others end without an answer: each may hold 32 requests,
/// and hundreds of connections arrive in 200 ms.
pub const LAST_WORDS: usize = 16;

/// Bytes between two checks that count as a reading peer, or as an answer in progress: more than pings and
/// acknowledgements are.
const LEAST: u64 = 4096;

/// Resolves when a connection must be ended, with the reason. `last_words` has [`LAST_WORDS`] permits, shared by all
/// connections.
pub async fn outstayed(activity: &Activity, last_words: &Semaphore) -> ConnectionEnd {
    tokio::select! {
        () = activity.must_leave() => ConnectionEnd::GaveWay,
        () = body_gave_way(activity, last_words) => ConnectionEnd::GaveWay,
        end = too_quiet(activity) => end,
    }
}

/// A body that gave way ends its connection, and with it what HTTP/2 buffers for all of its requests; the answer goes
/// out first, unless too many connections wait for that already. A connection of our own proxy stays: it carries other
/// clients' requests.
async fn body_gave_way(activity: &Activity, last_words: &Semaphore) {
    activity.receiving.gave_way().await;
    if activity.is_trusted() {
        return std::future::pending().await;
    }
    if let Ok(_waits) = last_words.try_acquire() {
        tokio::time::sleep(LAST_WORD).await;
    }
}

async fn too_quiet(activity: &Activity) -> ConnectionEnd {
    let began = Instant::now();
    tokio::time::sleep(FIRST_BYTE).await;
    if !activity.spoke.load(Ordering::Relaxed) {
        return ConnectionEnd::Silent;
    }
    let (mut requests, mut written, mut active) = (0, 0, began);
    loop {
        let seen = (activity.requests.load(Ordering::Relaxed), activity.written.load(Ordering::Relaxed));
        if activity.busy.load(Ordering::Relaxed) > 0 || seen.0 > requests || seen.1.saturating_sub(written) >= LEAST {
            active = Instant::now();
            (requests, written) = seen;
        }
        if requests == 0 && began.elapsed() >= FIRST_REQUEST {
            return ConnectionEnd::Silent;
        }
        if activity.blocked.load(Ordering::Relaxed) && active.elapsed() >= STALLED {
            return ConnectionEnd::Unread;
        }
        if active.elapsed() >= IDLE {
            return ConnectionEnd::Idle;
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// The stream of a connection.
#[derive(Debug)]
pub struct Watched {
    stream: TcpStream,
    activity: Arc<Activity>,
    places: Places,
    /// The headers for answers that HTTP's own layer makes, and the unwritten rest of such an answer.
    headers: Arc<[u8]>,
    unwritten: Vec<u8>,
}

impl Watched {
    /// Watches a stream. `headers` are lines for every answer.
    pub fn new(stream: TcpStream, activity: Arc<Activity>, places: Places, headers: Arc<[u8]>) -> Self {
        Self { stream, activity, places, headers, unwritten: Vec::new() }
    }

    fn noted(&self, result: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match &result {
            Poll::Ready(Ok(size)) => {
                self.activity.written.fetch_add(*size as u64, Ordering::Relaxed);
                self.activity.blocked.store(false, Ordering::Relaxed);
                self.activity.touch();
            }
            Poll::Ready(Err(_)) => {}
            Poll::Pending => self.activity.blocked.store(true, Ordering::Relaxed),
        }
        result
    }

    /// Writes the rest of an answer that was completed here.
    fn poll_unwritten(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.unwritten.is_empty() {
            let written = Pin::new(&mut self.stream).poll_write(context, &self.unwritten);
            let written = ready!(self.noted(written))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.unwritten.drain(..written);
        }
        Poll::Ready(Ok(()))
    }

    /// Completes a refusal that no layer of ours has seen: the head is not HTTP, or too large.
    fn complete(&mut self, head: &[u8]) -> bool {
        let Some(lines) = head.strip_suffix(b"\r\n").filter(|_| is_bare_refusal(head)) else { return false };
        self.unwritten = [lines, &*self.headers, b"\r\n"].concat();
        true
    }
}

/// Longest answer of HTTP's own layer, in bytes.
const BARE: usize = 256;

fn is_bare_refusal(bytes: &[u8]) -> bool {
    bytes.len() <= BARE
        && (bytes.starts_with(b"HTTP/1.1 4") || bytes.starts_with(b"HTTP/1.0 4") || bytes.starts_with(b"HTTP/1.1 5"))
        && bytes.ends_with(b"\r\n\r\n")
        && !bytes.windows(REQUEST_ID.len()).any(|part| part.eq_ignore_ascii_case(REQUEST_ID))
}

const REQUEST_ID: &[u8] = b"\r\nx-request-id:";

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        let read = buffer.filled().len() - before;
        if read > 0 {
            if self.activity.busy.load(Ordering::Relaxed) == 0 {
                self.places.head_grew(&self.activity, read);
            }
            self.activity.spoke.store(true, Ordering::Relaxed);
            self.activity.touch();
        }
        result
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.poll_unwritten(context))?;
        if self.complete(bytes) {
            return Poll::Ready(Ok(bytes.len()));
        }
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.noted(result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_unwritten(context))?;
        if let [only] = parts
            && self.complete(only)
        {
            return Poll::Ready(Ok(only.len()));
        }
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.noted(result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_unwritten(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_unwritten(context))?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::is_bare_refusal;

    #[test]
    fn only_an_answer_of_https_own_layer_is_completed() {
        assert!(is_bare_refusal(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"));
        for other in [
            &b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"[..],
            b"HTTP/1.1 404 Not Found\r\nx-request-id: req_1\r\ncontent-length: 0\r\n\r\n",
            b"HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\nno",
            b"400",
        ] {
            assert!(!is_bare_refusal(other));
        }
    }
}
