//! A rate of calls that busy clients share round robin.

use std::convert::Infallible;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::oneshot;

use crate::round_robin::{Place, RoundRobin};

/// A number of calls a second, granted to waiting clients round robin.
#[derive(Debug)]
pub(super) struct FairShare {
    rate: DefaultDirectRateLimiter,
    waiting: Mutex<RoundRobin<oneshot::Sender<()>>>,
    /// Held by the waiting call that grants turns, until it gets its own.
    leader: tokio::sync::Mutex<()>,
}

/// The place of a waiting call, freed on drop.
struct Waiting<'share>(&'share FairShare, Place);

impl FairShare {
    pub(super) fn new(calls_a_second: NonZeroU32) -> Self {
        Self::of_quota(Quota::per_second(calls_a_second))
    }

    fn of_quota(quota: Quota) -> Self {
        let rate = RateLimiter::direct(quota.allow_burst(NonZeroU32::MIN));
        Self { rate, waiting: Mutex::default(), leader: tokio::sync::Mutex::default() }
    }

    /// Waits for this client's turn. A cancelled call takes no turn.
    pub(super) async fn turn(&self, client: String) {
        let (grant, granted) = oneshot::channel();
        let _place = Waiting(self, self.waiting().push(client, grant));
        tokio::select! {
            biased;
            _ = granted => {}
            never = self.lead() => match never {},
        }
    }

    /// Grants turns at the rate. One waiting call leads at a time, so no background task is needed; the next one takes
    /// over when it returns or is cancelled.
    async fn lead(&self) -> Infallible {
        let _leader = self.leader.lock().await;
        loop {
            if self.waiting().is_empty() {
                // The leader has granted itself the last turn.
                std::future::pending::<()>().await;
            }
            self.rate.until_ready().await;
            self.grant();
        }
    }

    /// Grants the next turn, and skips calls that were cancelled while they waited.
    fn grant(&self) {
        let mut waiting = self.waiting();
        while waiting.pop().is_some_and(|grant| grant.send(()).is_err()) {}
    }

    fn waiting(&self) -> MutexGuard<'_, RoundRobin<oneshot::Sender<()>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
impl FairShare {
    /// One turn now and one each hour: within a test, the second call never gets its turn.
    pub(super) fn hourly() -> Self {
        Self::of_quota(Quota::per_hour(NonZeroU32::MIN))
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

    async fn until_waiting(share: &FairShare, calls: usize) {
        while share.waiting().len() != calls {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_client_with_one_call_waits_for_one_of_each_other_client() {
        let share = Arc::new(FairShare::hourly());
        share.turn("earlier".to_owned()).await;
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
        for _ in 0..7 {
            share.grant();
            order.push(calls.join_next().await.unwrap().unwrap());
        }
        assert_eq!(order, ["eager", "one", "eager", "eager", "eager", "eager", "eager"]);
    }

    #[tokio::test]
    async fn the_rate_grants_what_waits() {
        let share = FairShare::new(1_000.try_into().unwrap());
        tokio::join!(share.turn("one".to_owned()), share.turn("one".to_owned()), share.turn("other".to_owned()));
        assert!(share.waiting().is_empty());
    }

    #[tokio::test]
    async fn a_cancelled_call_takes_no_turn_and_leads_no_longer() {
        let share = FairShare::hourly();
        share.turn("earlier".to_owned()).await;
        let mut behind = Box::pin(share.turn("behind".to_owned()));
        {
            let leads = share.turn("leads".to_owned());
            assert!(tokio::time::timeout(Duration::ZERO, leads).await.is_err());
            assert!(tokio::time::timeout(Duration::ZERO, &mut behind).await.is_err());
        }
        assert_eq!(share.waiting().len(), 1, "the cancelled call has left");
        share.grant();
        behind.await;
        assert!(share.waiting().is_empty() && share.leader.try_lock().is_ok());
    }
}
