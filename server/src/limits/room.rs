//! Limits the memory of arriving bodies: a share per client, a sum for all, and which body ends when either is used up.
//!
//! A body takes room for the request that waits for it, and for its bytes as they arrive; announced bytes take none. A
//! new body is neither refused nor kept waiting: the oldest arriving body ends in its place. An honest body arrives
//! within milliseconds, so the ones that end are those that a client holds open.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use crate::budget::MinuteBudget;

/// Bytes of all bodies of one kind: some 400 calls of the largest size, or 31 webhook events of the largest size.
const OF_ALL: usize = 8 * 1024 * 1024;

/// Bytes of one client's bodies: 25 calls of the largest size, or two webhook events of almost the largest size.
const OF_CLIENT: usize = 512 * 1024;

/// What a request that waits for its body counts. One HTTP/2 connection carries many of them, whose bodies may be one
/// byte each.
const OF_REQUEST: usize = 4 * 1024;

/// The rooms of one server.
#[derive(Debug)]
pub struct Rooms {
    /// For calls and forms.
    pub calls: Room,
    /// For webhook events: buyers' bodies and webhook events take no memory from each other.
    pub webhook_events: Room,
}

impl Default for Rooms {
    fn default() -> Self {
        let room = |name| Room::new(name, OF_ALL, OF_CLIENT, OF_REQUEST);
        Self { calls: room("calls"), webhook_events: room("webhook events") }
    }
}

/// Room for bodies of one kind.
#[derive(Debug)]
pub struct Room {
    name: &'static str,
    of_all: usize,
    of_client: usize,
    of_request: usize,
    began: Instant,
    held: Mutex<Held>,
    told_full: MinuteBudget,
}

#[derive(Debug, Default)]
struct Held {
    bytes: usize,
    begun: u64,
    /// In the order in which they began.
    bodies: BTreeMap<u64, Part>,
    clients: HashMap<Arc<str>, Share>,
}

/// The share of one body.
#[derive(Debug)]
struct Part {
    client: Arc<str>,
    bytes: usize,
    ends: Arc<Notify>,
}

/// The share of one client's bodies.
#[derive(Debug, Default)]
struct Share {
    bytes: usize,
    bodies: BTreeSet<u64>,
}

/// A body that is arriving. Dropping it frees its bytes.
#[derive(Debug)]
pub struct Arrival<'room> {
    room: &'room Room,
    client: Arc<str>,
    number: u64,
    ends: Arc<Notify>,
}

impl Room {
    fn new(name: &'static str, of_all: usize, of_client: usize, of_request: usize) -> Self {
        let (began, held) = (Instant::now(), Mutex::default());
        Self { name, of_all, of_client, of_request, began, held, told_full: MinuteBudget::default() }
    }

    /// Registers a body that begins to arrive for this client.
    #[must_use]
    pub fn arrival(&self, client: &str) -> Arrival<'_> {
        let (client, ends) = (Arc::from(client), Arc::default());
        let number = self.held().begin(&client, &ends);
        let arrival = Arrival { room: self, client, number, ends };
        arrival.take(self.of_request);
        arrival
    }

    fn tell(&self) {
        let now = i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX);
        if self.told_full.take(now, 1) {
            tracing::warn!(room = self.name, "bodies arrive faster than they end: the oldest give way to new ones");
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    fn of_client(&self, client: &str) -> usize {
        self.clients.get(client).map_or(0, |share| share.bytes)
    }

    fn oldest_of(&self, client: &str) -> Option<u64> {
        self.clients.get(client)?.bodies.first().copied()
    }

    fn oldest(&self) -> Option<u64> {
        self.bodies.first_key_value().map(|(number, _)| *number)
    }

    fn begin(&mut self, client: &Arc<str>, ends: &Arc<Notify>) -> u64 {
        self.begun += 1;
        let part = Part { client: client.clone(), bytes: 0, ends: ends.clone() };
        self.bodies.insert(self.begun, part);
        self.clients.entry(client.clone()).or_default().bodies.insert(self.begun);
        self.begun
    }

    fn add(&mut self, number: u64, bytes: usize) {
        let Some(part) = self.bodies.get_mut(&number) else { return };
        part.bytes += bytes;
        self.bytes += bytes;
        if let Some(share) = self.clients.get_mut(&part.client) {
            share.bytes += bytes;
        }
    }

    fn remove(&mut self, number: u64) -> Option<Part> {
        let part = self.bodies.remove(&number)?;
        self.bytes -= part.bytes;
        if let Some(share) = self.clients.get_mut(&part.client) {
            share.bytes -= part.bytes;
            share.bodies.remove(&number);
            if share.bodies.is_empty() {
                self.clients.remove(&part.client);
            }
        }
        Some(part)
    }
}

impl Arrival<'_> {
    /// Takes room for more bytes, from older bodies where none is free. `false` when this body itself gave way.
    pub fn take(&self, bytes: usize) -> bool {
        let (mut held, number) = (self.room.held(), self.number);
        let mut gave_way = false;
        while held.bodies.contains_key(&number) {
            let oldest = if held.of_client(&self.client) + bytes > self.room.of_client {
                held.oldest_of(&self.client)
            } else if held.bytes + bytes > self.room.of_all {
                held.oldest()
            } else {
                break;
            };
            if let Some(part) = oldest.and_then(|oldest| held.remove(oldest)) {
                part.ends.notify_one();
                gave_way = true;
            }
        }
        let is_here = held.bodies.contains_key(&number);
        held.add(number, bytes);
        drop(held);
        if gave_way {
            self.room.tell();
        }
        is_here
    }

    /// Resolves when this body has given way.
    pub async fn gave_way(&self) {
        self.ends.notified().await;
    }
}

impl Drop for Arrival<'_> {
    fn drop(&mut self) {
        self.room.held().remove(self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_body_that_arrives_longest_gives_way_within_its_client_first() {
        let room = Room::new("tests", 100, 40, 0);
        let slow: Vec<_> = (0..2).map(|_| room.arrival("one")).collect();
        assert!(slow.iter().all(|body| body.take(20)));
        let other = room.arrival("other");
        assert!(other.take(40));
        let next = room.arrival("one");
        assert!(next.take(10), "a client's own newcomer is served too");
        slow[0].gave_way().await;
        assert!(!slow[0].take(1), "it holds nothing any more");
        assert!(next.take(10), "{room:?}");
        let of = |client| {
            let held = room.held();
            (held.bytes, held.of_client(client))
        };
        assert_eq!(of("one"), (80, 40));
        // Many clients: the oldest of all gives way.
        let third = room.arrival("third");
        assert!(third.take(40));
        slow[1].gave_way().await;
        assert!(!slow[1].take(1) && other.take(0) && next.take(0));
        let fourth = room.arrival("fourth");
        assert!(fourth.take(1));
        other.gave_way().await;
        drop((slow, other, next, third, fourth));
        let held = room.held();
        assert!((held.bytes, held.bodies.len(), held.clients.len()) == (0, 0, 0), "{held:?}");
    }

    #[test]
    fn the_oldest_may_be_the_one_that_asks() {
        let room = Room::new("tests", 100, 60, 0);
        let (oldest, newer) = (room.arrival("one"), room.arrival("other"));
        assert!(oldest.take(50) && newer.take(50));
        assert!(!oldest.take(10), "there is room for the newer one only");
        assert!(newer.take(10));
        assert_eq!(room.held().bodies.len(), 1);
    }

    #[tokio::test]
    async fn requests_whose_bodies_hardly_come_hold_room_too() {
        let room = Room::new("tests", 100, 40, 10);
        let waiting: Vec<_> = (0..4).map(|_| room.arrival("one")).collect();
        assert_eq!(room.held().bytes, 40);
        let next = room.arrival("one");
        waiting[0].gave_way().await;
        assert!(!waiting[0].take(1) && waiting[2].take(0) && next.take(0));
        assert!(next.take(30), "until its client holds nothing else");
        let held = room.held();
        assert_eq!((held.bytes, held.bodies.len()), (40, 1));
        drop(held);
    }
}
