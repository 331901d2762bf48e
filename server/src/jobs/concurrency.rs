//! How many jobs of one server run at the same time, lane by lane.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::store::jobs::Lane;

/// Jobs of a lane that run at the same time: two at least, so that one slow job does not stop its lane. A provider that
/// takes 0.3 s gets 20 calls a second about what was paid, and 40 about open pages, as often as its budget for that
/// ([`crate::payments::budget`]) allows: ten thousand open pages are rechecked within 250 seconds.
const fn slots(lane: Lane) -> usize {
    match lane {
        Lane::Payments(_) => 6,
        Lane::Rechecks(_) => 12,
        Lane::EntitlementReceiver => 6,
        Lane::Own | Lane::Expiries(_) | Lane::Esims | Lane::Letters | Lane::Events | Lane::Entitlements => 2,
    }
}

/// The slots of one server. A lane has its own, so that jobs that wait for one counterpart take none from the others.
#[derive(Debug)]
pub(super) struct Slots([(Lane, Arc<Semaphore>); Lane::ALL.len()]);

impl Default for Slots {
    fn default() -> Self {
        Self(Lane::ALL.map(|lane| (lane, Arc::new(Semaphore::new(slots(lane))))))
    }
}

impl Slots {
    /// Takes a slot of that lane, which is free again when the answer is dropped. `None`: all are taken.
    pub(super) fn take(&self, lane: Lane) -> Option<OwnedSemaphorePermit> {
        let (_, slots) = self.0.iter().find(|(of, _)| *of == lane)?;
        Arc::clone(slots).try_acquire_owned().ok()
    }

    /// Whether nothing can begin in any lane.
    pub(super) fn all_taken(&self) -> bool {
        self.0.iter().all(|(_, slots)| slots.available_permits() == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_lane_takes_nothing_from_another() {
        let slots = Slots::default();
        let all = |lane| std::iter::from_fn(|| slots.take(lane)).collect::<Vec<_>>();
        let taken: Vec<_> = (0..2).map(|_| slots.take(Lane::Esims).unwrap()).collect();
        assert!(slots.take(Lane::Esims).is_none());
        assert!(!slots.all_taken());
        let others = Lane::ALL.into_iter().filter(|lane| *lane != Lane::Esims);
        let others: Vec<_> = others.flat_map(all).collect();
        assert!(slots.all_taken());
        drop(taken);
        assert!(slots.take(Lane::Esims).is_some() && !slots.all_taken());
        drop(others);
    }
}
