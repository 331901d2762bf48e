//! A round-robin queue: the next item of a client waits for one item of each other client, so a client with a thousand
//! items delays a client with one item by one.

use std::collections::BTreeMap;

/// The place of a waiting item: its round, and within a round the order of arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    round: u64,
    arrival: u64,
}

/// Waiting items, each of one client.
#[derive(Debug)]
pub struct RoundRobin<W> {
    waiting: BTreeMap<Place, (String, W)>,
    /// The round of the last item that was popped.
    round: u64,
    arrived: u64,
}

impl<W> Default for RoundRobin<W> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), round: 0, arrived: 0 }
    }
}

impl<W> RoundRobin<W> {
    /// How many items wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Adds an item of this client.
    pub fn push(&mut self, client: String, work: W) -> Place {
        self.arrived += 1;
        let place = Place { round: self.next_round(&client), arrival: self.arrived };
        self.waiting.insert(place, (client, work));
        place
    }

    /// Makes room for an item of this client: removes the last item of all if its turn comes in a later round than
    /// the new one's. `None`: no client has more waiting than this one.
    pub fn displace_for(&mut self, client: &str) -> Option<W> {
        let round = self.next_round(client);
        let last = self.waiting.last_entry().filter(|last| last.key().round > round)?;
        Some(last.remove().1)
    }

    /// Removes and returns the next item.
    pub fn pop(&mut self) -> Option<W> {
        let (place, (_, work)) = self.waiting.pop_first()?;
        self.round = place.round;
        Some(work)
    }

    /// Removes an item, unless its turn has come.
    pub fn remove(&mut self, place: Place) {
        self.waiting.remove(&place);
    }

    /// Drops everything.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    fn next_round(&self, client: &str) -> u64 {
        let own_last = self.waiting.iter().rev().find(|(_, (one, _))| one == client).map(|(place, _)| place.round);
        self.round.max(own_last.unwrap_or_default()) + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_take_turns_and_what_left_takes_none() {
        let mut work = RoundRobin::default();
        let eager: Vec<_> = (0..3).map(|_| work.push("eager".to_owned(), "eager")).collect();
        work.push("one".to_owned(), "one");
        assert_eq!(work.pop(), Some("eager"));
        work.remove(eager[0]);
        work.remove(eager[1]);
        assert_eq!((work.len(), work.pop(), work.pop(), work.pop()), (2, Some("one"), Some("eager"), None));
        assert!(work.is_empty());
    }
}
