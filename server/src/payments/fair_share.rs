//! Calls of busy clients that share one rate in fair turns.

use std::convert::Infallible;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::oneshot;

use crate::round_robin::{Place, RoundRobin};

/// A number of calls a second for clients that take turns.
#[derive(Debug)]
pub(super) struct FairShare {
    rate: DefaultDirectRateLimiter,
    waiting: Mutex<RoundRobin<oneshot::Sender<()>>>,
    /// Held by the one waiting call that hands out turns, until it gets its own.
    handing_out: tokio::sync::Mutex<()>,
}

/// The place of a waiting call, left when dropped.
struct Waiting<'share>(&'share FairShare, Place);

impl FairShare {
    pub(super) fn new(calls_a_second: NonZeroU32) -> Self {
        let rate = RateLimiter::direct(Quota::per_second(calls_a_second).allow_burst(NonZeroU32::MIN));
        Self { rate, waiting: Mutex::default(), handing_out: tokio::sync::Mutex::default() }
    }

    /// Waits for this client's turn. A call whose caller gives up takes none.
    pub(super) async fn turn(&self, client: String) {
        let (grant, granted) = oneshot::channel();
        let _place = Waiting(self, self.waiting().push(client, grant));
        tokio::select! {
            biased;
            _ = granted => {}
            never = self.hand_out() => match never {},
        }
    }

    /// Hands out turns as fast as the rate allows. One waiting call at a time does so: no task of its own has to be
    /// started and stopped, and when that call leaves, the next one takes over.
    async fn hand_out(&self) -> Infallible {
        let _only = self.handing_out.lock().await;
        loop {
            if self.waiting().is_empty() {
                // This call has given itself the last turn, and is about to return.
                std::future::pending::<()>().await;
            }
            self.rate.until_ready().await;
            self.grant();
        }
    }

    fn grant(&self) {
        let mut waiting = self.waiting();
        // A caller that has given up no longer takes its turn.
        while waiting.pop().is_some_and(|grant| grant.send(()).is_err()) {}
    }

    fn waiting(&self) -> MutexGuard<'_, RoundRobin<oneshot::Sender<()>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting().remove(self.1);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::task::JoinSet;

    use super::*;

    /// A share of this many calls a second whose first turn is taken, so that the next call waits.
    async fn busy(calls_a_second: u32) -> Arc<FairShare> {
        let share = Arc::new(FairShare::new(calls_a_second.try_into().unwrap()));
        share.turn("earlier".to_owned()).await;
        share
    }

    async fn until_waiting(share: &FairShare, calls: usize) {
        while share.waiting().len() != calls {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_client_with_one_call_waits_for_one_of_each_other_client() {
        let share = busy(50).await;
        let mut calls = JoinSet::new();
        let ask = |calls: &mut JoinSet<&'static str>, client: &'static str| {
            let share = share.clone();
            calls.spawn(async move {
                share.turn(client.to_owned()).await;
                client
            });
        };
        for _ in 0..6 {
            ask(&mut calls, "eager");
        }
        until_waiting(&share, 6).await;
        ask(&mut calls, "one");
        until_waiting(&share, 7).await;
        let mut order = Vec::new();
        while let Some(client) = calls.join_next().await {
            order.push(client.unwrap());
        }
        let place = order.iter().position(|client| *client == "one").unwrap();
        assert!(place <= 2, "{order:?}");
        assert_eq!(order.len(), 7);
    }

    #[tokio::test]
    async fn a_caller_that_gives_up_leaves_the_turns_to_the_others() {
        let share = busy(20).await;
        // The call that hands out turns gives up before it gets one, and so does one behind it.
        let first = tokio::time::timeout(Duration::from_millis(5), share.turn("first".to_owned()));
        let second = tokio::time::timeout(Duration::from_millis(5), share.turn("second".to_owned()));
        let (first, second) = tokio::join!(first, second);
        assert!(first.is_err() && second.is_err());
        assert!(share.waiting().is_empty(), "nothing is left behind");
        share.turn("third".to_owned()).await;
        share.turn("third".to_owned()).await;
    }
}
