//! The renders that wait for the render thread, and whose turn is next.
//!
//! The queue renders pages with few variants first: the server renders each of them once per change of prices, so they
//! delay no other page for long, and no client displaces them. All other pages can be requested without end, so the queue
//! is fair between clients (round robin): a client's next page waits for one page of each other client. A full queue drops
//! the last page of the client with the most waiting pages in favour of a client with fewer.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::budget::MinuteBudget;
use crate::round_robin::RoundRobin;

/// Renders that may wait, of the first and of the others each. A longer queue would only make visitors wait for what
/// their browser can draw itself.
pub(super) const PLACES: usize = 64;

/// Whose turn a drawing takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Before the turns of all clients: a page that is drawn once for everybody.
    First,
    /// A turn of this client.
    Of(String),
}

/// No place is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// The queue between any number of askers and one thread.
#[derive(Debug)]
pub(super) struct Queue<J> {
    waiting: Mutex<Waiting<J>>,
    added: Condvar,
    began: Instant,
    told_full: MinuteBudget,
}

#[derive(Debug)]
struct Waiting<J> {
    first: VecDeque<J>,
    turns: RoundRobin<J>,
    is_closed: bool,
}

impl<J> Default for Queue<J> {
    fn default() -> Self {
        let waiting = Waiting { first: VecDeque::new(), turns: RoundRobin::default(), is_closed: false };
        Self {
            waiting: Mutex::new(waiting),
            added: Condvar::new(),
            began: Instant::now(),
            told_full: MinuteBudget::default(),
        }
    }
}

impl<J> Queue<J> {
    /// Adds a job, and returns the one that gave way to it, if any. A closed queue drops what is added.
    ///
    /// # Errors
    /// No place is left, and no client has more jobs waiting than this one.
    pub fn push(&self, turn: Turn, job: J) -> Result<Option<J>, Full> {
        let mut waiting = self.waiting();
        if waiting.is_closed {
            return Ok(None);
        }
        let pushed = match turn {
            Turn::First if waiting.first.len() >= PLACES => Err(Full),
            Turn::First => {
                waiting.first.push_back(job);
                Ok(None)
            }
            Turn::Of(client) => waiting.push(client, job),
        };
        drop(waiting);
        if !matches!(pushed, Ok(None)) {
            self.tell();
        }
        self.added.notify_one();
        pushed
    }

    /// Waits for the next job. `None`: the queue is closed.
    pub fn next(&self) -> Option<J> {
        let mut waiting = self.waiting();
        while !waiting.is_closed {
            if let Some(job) = waiting.pop() {
                return Some(job);
            }
            waiting = self.added.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Drops what waits, and all that comes later.
    pub fn close(&self) {
        let mut waiting = self.waiting();
        waiting.is_closed = true;
        waiting.first.clear();
        waiting.turns.clear();
        drop(waiting);
        self.added.notify_all();
    }

    /// Says once a minute that there are too many.
    fn tell(&self) {
        let now = i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX);
        if self.told_full.take(now, 1) {
            tracing::warn!("pages are requested faster than they are drawn: browsers draw what has no place");
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<J>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<J> Waiting<J> {
    fn push(&mut self, client: String, job: J) -> Result<Option<J>, Full> {
        let mut gave_way = None;
        if self.turns.len() >= PLACES {
            gave_way = Some(self.turns.displace_for(&client).ok_or(Full)?);
        }
        self.turns.push(client, job);
        Ok(gave_way)
    }

    fn pop(&mut self) -> Option<J> {
        self.first.pop_front().or_else(|| self.turns.pop())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(client: &str) -> Turn {
        Turn::Of(client.to_owned())
    }

    #[test]
    fn pages_of_few_forms_come_first_and_clients_take_turns() {
        let queue = Queue::default();
        for number in 0..5 {
            queue.push(of("eager"), format!("eager {number}")).unwrap();
        }
        assert_eq!(queue.next().unwrap(), "eager 0");
        queue.push(of("one"), "one 0".to_owned()).unwrap();
        queue.push(of("other"), "other 0".to_owned()).unwrap();
        queue.push(of("one"), "one 1".to_owned()).unwrap();
        queue.push(Turn::First, "buy".to_owned()).unwrap();
        let order: Vec<_> = (0..8).map(|_| queue.next().unwrap()).collect();
        assert_eq!(order, ["buy", "eager 1", "one 0", "other 0", "eager 2", "one 1", "eager 3", "eager 4"]);
    }

    #[test]
    fn who_has_the_most_waiting_gives_way_when_every_place_is_taken() {
        let queue = Queue::default();
        for number in 0..PLACES {
            assert_eq!(queue.push(of("eager"), number), Ok(None));
        }
        assert_eq!(queue.push(of("eager"), 100), Err(Full));
        assert_eq!(queue.push(of("one"), 200), Ok(Some(PLACES - 1)), "the last of the eager one");
        assert_eq!(queue.push(of("one"), 201), Ok(Some(PLACES - 2)));
        assert_eq!((queue.next(), queue.next()), (Some(0), Some(200)));
        for number in 0..PLACES {
            assert_eq!(queue.push(Turn::First, 300 + number), Ok(None), "the first have places of their own");
        }
        assert_eq!(queue.push(Turn::First, 400), Err(Full));
    }

    #[test]
    fn as_many_clients_as_places_are_refused_alike() {
        let queue = Queue::default();
        for number in 0..PLACES {
            queue.push(of(&number.to_string()), number).unwrap();
        }
        assert_eq!(queue.push(of("new"), 100), Err(Full));
        assert_eq!(queue.next(), Some(0));
        assert_eq!(queue.push(of("new"), 100), Ok(None));
    }

    #[test]
    fn a_closed_queue_holds_nothing() {
        let queue = Queue::default();
        queue.push(of("one"), 1).unwrap();
        queue.close();
        assert_eq!((queue.push(Turn::First, 2), queue.next()), (Ok(None), None));
    }
}
