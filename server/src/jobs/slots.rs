//! How many jobs of one server run at the same time, lane by lane.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::store::jobs::Lane;

/// Jobs of one lane that run at the same time. Two, so that one slow job does not stop its lane.
const SLOTS: usize = 2;

/// The slots of one server. A lane has its own, so that jobs that wait for one counterpart take none from the others.
#[derive(Debug)]
pub(super) struct Slots([Arc<Semaphore>; Lane::ALL.len()]);

impl Default for Slots {
    fn default() -> Self {
        Self(Lane::ALL.map(|_| Arc::new(Semaphore::new(SLOTS))))
    }
}

impl Slots {
    /// Takes a slot of that lane, which is free again when the answer is dropped. `None`: all are taken.
    pub(super) fn take(&self, lane: Lane) -> Option<OwnedSemaphorePermit> {
        let slots = self.0.get(lane as usize)?;
        Arc::clone(slots).try_acquire_owned().ok()
    }

    /// Whether nothing can begin in any lane.
    pub(super) fn all_taken(&self) -> bool {
        self.0.iter().all(|slots| slots.available_permits() == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_lane_takes_nothing_from_another() {
        let slots = Slots::default();
        let taken: Vec<_> = (0..SLOTS).map(|_| slots.take(Lane::Esims).unwrap()).collect();
        assert!(slots.take(Lane::Esims).is_none());
        assert!(!slots.all_taken());
        let others = Lane::ALL.into_iter().filter(|lane| *lane != Lane::Esims);
        let others: Vec<_> = others.flat_map(|lane| [slots.take(lane).unwrap(), slots.take(lane).unwrap()]).collect();
        assert!(slots.all_taken());
        drop(taken);
        assert!(slots.take(Lane::Esims).is_some() && !slots.all_taken());
        drop(others);
    }
}
