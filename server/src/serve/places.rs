//! Places for connections: how many there are, how many of them one client gets, and which connection gives way when a
//! new one finds no free place.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use crate::budget::MinuteBudget;
use crate::config::Connections;
use crate::limits::Receiving;
use crate::metrics::{ConnectionEnd, Metrics};

/// Connections that are sampled to find one that must give way. The longest silent of that many random ones is close to
/// the longest silent of all, at a cost that does not grow with their number.
const LOOKED_AT: usize = 64;

/// Bytes of incomplete request heads, of all connections of a port together. An honest head is complete when it is
/// read, or a moment later.
const HEADS: usize = 4 * 1024 * 1024;

/// Most bytes of one head that are counted: no connection buffers more.
const MOST_OF_HEAD: usize = 16 * 1024;

/// Open files for anything but buyers' connections: the database, operators, providers, logs.
const OTHER_FILES: u64 = 512;

/// The places of one port. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Places(Arc<Held>);

#[derive(Debug)]
struct Held {
    port: &'static str,
    limits: Connections,
    metrics: Metrics,
    began: Instant,
    taken: Mutex<Taken>,
    told_full: MinuteBudget,
    told_heads: MinuteBudget,
    /// Bytes of incomplete heads.
    heads: AtomicUsize,
}

#[derive(Debug, Default)]
struct Taken {
    by_client: HashMap<IpAddr, usize>,
    connections: Vec<Arc<Activity>>,
}

/// The activity of one connection, which its parts record and its watch reads.
#[derive(Debug)]
pub struct Activity {
    began: Instant,
    index: AtomicUsize,
    trusted: bool,
    /// Requests that have begun.
    pub requests: AtomicU64,
    /// Requests that are being answered, or whose bodies are still arriving.
    pub busy: AtomicU32,
    /// Those of them whose bodies are still arriving.
    pub receiving: Receiving,
    /// Bytes of an incomplete head.
    head: AtomicUsize,
    /// Whether a byte has arrived.
    pub spoke: AtomicBool,
    /// Bytes that the peer, or its system, has accepted.
    pub written: AtomicU64,
    /// Whether the peer accepts no more bytes for now.
    pub blocked: AtomicBool,
    last: AtomicU64,
    gives_way: AtomicBool,
    leave: Notify,
}

impl Activity {
    /// Records useful activity: a byte in, a byte out, a request.
    pub fn touch(&self) {
        let millis = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last.store(millis, Ordering::Relaxed);
    }

    /// Whether the peer is a proxy of our own.
    pub const fn is_trusted(&self) -> bool {
        self.trusted
    }

    /// Resolves when this connection must give its place to another.
    pub async fn must_leave(&self) {
        self.leave.notified().await;
    }

    /// Whether it may give way. No handler runs for a request whose body is still arriving: such a connection is worth
    /// no more than a silent one.
    fn may_give_way(&self) -> bool {
        let at_work = self.busy.load(Ordering::Relaxed) > self.receiving.number();
        !self.trusted && !at_work && !self.gives_way.load(Ordering::Relaxed)
    }
}

/// A taken place, until dropped.
#[derive(Debug)]
pub struct Place {
    places: Places,
    client: IpAddr,
    /// The activity of its connection.
    pub activity: Arc<Activity>,
}

impl Places {
    /// The places of a port; `port` labels their metrics.
    pub fn new(port: &'static str, limits: Connections, metrics: Metrics) -> Self {
        let (began, taken) = (Instant::now(), Mutex::default());
        let (told_full, told_heads) = (MinuteBudget::default(), MinuteBudget::default());
        Self(Arc::new(Held { port, limits, metrics, began, taken, told_full, told_heads, heads: AtomicUsize::new(0) }))
    }

    /// Takes a place for a connection from this address. `None` when the client has all its places, or every place is
    /// busy.
    pub fn take(&self, address: IpAddr) -> Option<Place> {
        let held = &*self.0;
        let client = client(address);
        let trusted = held.limits.proxies.iter().any(|network| network.contains(&address.to_canonical()));
        let mut taken = self.taken();
        let of_client = taken.by_client.get(&client).copied().unwrap_or_default();
        if !trusted && of_client >= held.limits.per_client {
            drop(taken);
            held.metrics.connection_ended(held.port, ConnectionEnd::Client);
            return None;
        }
        if taken.connections.len() >= held.limits.at_once && !self.make_room(&taken) {
            drop(taken);
            held.metrics.connection_ended(held.port, ConnectionEnd::Full);
            return None;
        }
        let activity = Arc::new(Activity {
            began: held.began,
            index: AtomicUsize::new(taken.connections.len()),
            trusted,
            requests: AtomicU64::new(0),
            busy: AtomicU32::new(0),
            receiving: Receiving::default(),
            head: AtomicUsize::new(0),
            spoke: AtomicBool::new(false),
            written: AtomicU64::new(0),
            blocked: AtomicBool::new(false),
            last: AtomicU64::new(0),
            gives_way: AtomicBool::new(false),
            leave: Notify::new(),
        });
        activity.touch();
        *taken.by_client.entry(client).or_default() += 1;
        taken.connections.push(activity.clone());
        held.metrics.connections_are(held.port, taken.connections.len());
        drop(taken);
        Some(Place { places: self.clone(), client, activity })
    }

    /// Counts the bytes of a connection on which no request is being answered: they belong to a head. When their sum is
    /// too large, the connection with the longest head of some sampled ones gives way.
    pub fn head_grew(&self, activity: &Activity, bytes: usize) {
        let before = activity.head.load(Ordering::Relaxed);
        let more = bytes.min(MOST_OF_HEAD.saturating_sub(before));
        activity.head.store(before + more, Ordering::Relaxed);
        if self.0.heads.fetch_add(more, Ordering::Relaxed) + more > HEADS {
            self.end_a_head();
        }
    }

    /// The head is complete, or its connection closed.
    pub fn head_ended(&self, activity: &Activity) {
        let bytes = activity.head.swap(0, Ordering::Relaxed);
        if bytes > 0 {
            self.0.heads.fetch_sub(bytes, Ordering::Relaxed);
        }
    }

    fn end_a_head(&self) {
        let taken = self.taken();
        let found = some_of(&taken).filter(|one| !one.trusted && !one.gives_way.load(Ordering::Relaxed));
        let found = found.max_by_key(|one| one.head.load(Ordering::Relaxed));
        let Some(longest) = found.filter(|one| one.head.load(Ordering::Relaxed) > 0) else { return };
        longest.gives_way.store(true, Ordering::Relaxed);
        longest.leave.notify_one();
        drop(taken);
        if self.0.told_heads.take(self.millis(), 1) {
            tracing::warn!(port = self.0.port, "too many request heads are not whole: the longest are ended");
        }
    }

    fn millis(&self) -> i64 {
        i64::try_from(self.0.began.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    /// Tells the longest silent of some sampled connections to leave. It leaves at once, so that there is one too many
    /// only for an instant.
    fn make_room(&self, taken: &Taken) -> bool {
        let held = &*self.0;
        if held.told_full.take(self.millis(), 1) {
            let (port, at_once) = (held.port, held.limits.at_once);
            tracing::warn!(port, at_once, "every place for a connection is taken: silent ones give way to new ones");
        }
        let found = some_of(taken).filter(|one| one.may_give_way());
        let Some(silent) = found.min_by_key(|one| one.last.load(Ordering::Relaxed)) else { return false };
        silent.gives_way.store(true, Ordering::Relaxed);
        silent.leave.notify_one();
        true
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Counts why its connection was ended.
    pub fn ended(&self, end: ConnectionEnd) {
        self.places.0.metrics.connection_ended(self.places.0.port, end);
    }
}

/// A random sample of connections.
fn some_of(taken: &Taken) -> impl Iterator<Item = &Arc<Activity>> {
    let all = &taken.connections;
    (0..LOOKED_AT).filter_map(|_| all.get(rand::random_range(0..all.len().max(1))))
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.head_ended(&self.activity);
        let mut taken = self.places.taken();
        let index = self.activity.index.load(Ordering::Relaxed);
        taken.connections.swap_remove(index);
        if let Some(moved) = taken.connections.get(index) {
            moved.index.store(index, Ordering::Relaxed);
        }
        if let Some(number) = taken.by_client.get_mut(&self.client) {
            *number -= 1;
            if *number == 0 {
                taken.by_client.remove(&self.client);
            }
        }
        self.places.0.metrics.connections_are(self.places.0.port, taken.connections.len());
    }
}

/// The client of an address: one customer of an internet provider has a whole IPv6 network of 64 bits.
fn client(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX)).into(),
        v4 => v4,
    }
}

/// Raises the process's limit on open files to the system's maximum; returns how many of the `wanted` connections fit.
pub fn raise_open_files(wanted: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    if limit.current < limit.maximum || (limit.current.is_some() && limit.maximum.is_none()) {
        let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::warn!(%error, "the limit on open files could not be raised");
        }
    }
    let Some(files) = getrlimit(Resource::Nofile).current else { return wanted };
    let room = usize::try_from(files.saturating_sub(OTHER_FILES).max(files / 2)).unwrap_or(usize::MAX);
    if room < wanted {
        tracing::warn!(files, connections = room, "the limit on open files leaves room for fewer connections");
    }
    room.min(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(at_once: usize, per_client: usize) -> Places {
        let proxies = vec![from("10.0.0.9").into()];
        Places::new("shop", Connections { at_once, per_client, proxies, ..Connections::default() }, Metrics::default())
    }

    fn from(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_client_gets_so_many_places_and_a_proxy_as_many_as_it_takes() {
        let places = places(100, 2);
        let mut held: Vec<_> = ["10.0.0.1", "10.0.0.1"].map(|it| places.take(from(it)).unwrap()).into();
        assert!(places.take(from("10.0.0.1")).is_none());
        assert!(places.take(from("::ffff:10.0.0.1")).is_none(), "the same address in another spelling");
        held.extend(["2001:db8::1", "2001:db8::ffff:2"].map(|it| places.take(from(it)).unwrap()));
        assert!(places.take(from("2001:db8::3")).is_none(), "the same network");
        held.extend(["2001:db8:0:1::1", "10.0.0.2"].map(|it| places.take(from(it)).unwrap()));
        held.extend((0..5).map(|_| places.take(from("10.0.0.9")).unwrap()));
        held.remove(0);
        assert!(places.take(from("10.0.0.1")).is_some());
        drop(held);
        assert!(places.taken().by_client.is_empty() && places.taken().connections.is_empty());
    }

    #[tokio::test]
    async fn a_silent_connection_gives_its_place_to_a_new_one() {
        let places = places(3, 100);
        let held: Vec<_> = (0..3).map(|_| places.take(from("10.0.0.1")).unwrap()).collect();
        held[0].activity.busy.store(1, Ordering::Relaxed);
        std::thread::sleep(std::time::Duration::from_millis(5));
        held[2].activity.touch();
        let fourth = places.take(from("10.0.0.2")).unwrap();
        held[1].activity.must_leave().await;
        fourth.activity.busy.store(1, Ordering::Relaxed);
        held[2].activity.busy.store(1, Ordering::Relaxed);
        assert!(places.take(from("10.0.0.3")).is_none(), "everybody else is at work");
    }

    #[tokio::test]
    async fn unfinished_heads_have_a_sum() {
        let places = places(1_000, 1_000);
        let held: Vec<_> = (0..257).map(|_| places.take(from("10.0.0.1")).unwrap()).collect();
        let heads = || places.0.heads.load(Ordering::Relaxed);
        places.head_grew(&held[0].activity, 300);
        for place in &held[1..256] {
            places.head_grew(&place.activity, 10_000);
            places.head_grew(&place.activity, 10_000);
        }
        assert_eq!(heads(), 255 * MOST_OF_HEAD + 300, "no head is counted beyond what a connection holds of it");
        let left = || held.iter().filter(|place| place.activity.gives_way.load(Ordering::Relaxed)).count();
        assert_eq!(left(), 0);
        places.head_grew(&held[256].activity, MOST_OF_HEAD);
        assert_eq!(left(), 1);
        places.head_ended(&held[0].activity);
        assert!(!held[0].activity.gives_way.load(Ordering::Relaxed), "the shortest is not the one that leaves");
        drop(held);
        assert_eq!(heads(), 0);
    }

    #[tokio::test]
    async fn a_connection_whose_bodies_do_not_come_gives_its_place_to_a_new_one() {
        let places = places(2, 100);
        let held: Vec<_> = (0..2).map(|_| places.take(from("10.0.0.1")).unwrap()).collect();
        for place in &held {
            place.activity.busy.store(2, Ordering::Relaxed);
        }
        let (slow, also_slow) = (held[1].activity.receiving.begin(), held[1].activity.receiving.begin());
        let answered = held[0].activity.receiving.begin();
        let _third = places.take(from("10.0.0.2")).unwrap();
        held[1].activity.must_leave().await;
        drop((slow, also_slow, answered));
        assert_eq!(held[1].activity.receiving.number(), 0);
    }
}
