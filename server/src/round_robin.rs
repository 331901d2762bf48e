//! Waiting work of many clients, in fair turns: a client's next piece waits for one piece of each other client (round
//! robin), so that a client with a thousand pieces delays one with a single piece by one.

use std::collections::BTreeMap;

/// The place of a waiting piece: its round, and within a round the order of arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    round: u64,
    arrival: u64,
}

/// Waiting pieces of work, each of one client.
#[derive(Debug)]
pub struct RoundRobin<W> {
    waiting: BTreeMap<Place, (String, W)>,
    /// The round of the last turn that was taken.
    round: u64,
    arrived: u64,
}

impl<W> Default for RoundRobin<W> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), round: 0, arrived: 0 }
    }
}

impl<W> RoundRobin<W> {
    /// How many pieces wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Adds a piece of this client's work.
    pub fn push(&mut self, client: String, work: W) -> Place {
        self.arrived += 1;
        let place = Place { round: self.next_round(&client), arrival: self.arrived };
        self.waiting.insert(place, (client, work));
        place
    }

    /// Makes room for a piece of this client's work: the last piece of all leaves, if its turn comes in a later round than
    /// the new one's. `None`: no client has more waiting than this one.
    pub fn displace_for(&mut self, client: &str) -> Option<W> {
        let round = self.next_round(client);
        let last = self.waiting.last_entry().filter(|last| last.key().round > round)?;
        Some(last.remove().1)
    }

    /// Takes the piece whose turn it is.
    pub fn pop(&mut self) -> Option<W> {
        let (place, (_, work)) = self.waiting.pop_first()?;
        self.round = place.round;
        Some(work)
    }

    /// Removes a piece that no longer waits, if it is still here.
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
