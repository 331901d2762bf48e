//! Leases due jobs and runs them, a few of each lane at a time.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use tokio::sync::{Notify, OwnedSemaphorePermit, watch};
use tokio::task::JoinSet;
use tracing::Instrument as _;

use super::concurrency::Slots;
use super::{Job, JobError, Outcome, backoff};
use crate::clock::Clock;
use crate::metrics::{Metrics, RunResult};
use crate::problem::ALARM_DATABASE;
use crate::store::jobs::{self, Lane};
use crate::store::{Store, StoreError};

/// After this many failed attempts each further one is logged as an error: an operator should look.
pub const PATIENT_ATTEMPTS: u32 = 20;

/// How long one run may take.
pub(super) const LONGEST_RUN: Duration = Duration::from_secs(50);

/// How often an idle worker polls by itself; jobs written here wake it at once.
const POLL: Duration = Duration::from_secs(1);

/// Runs jobs. Any number of workers, in any number of servers, share one table.
#[derive(Clone, Debug)]
pub struct Worker {
    /// Where the jobs are.
    pub store: Store,
    /// The time.
    pub clock: Clock,
    /// Where runs are counted.
    pub metrics: Metrics,
    /// A caller that commits a job calls `notify_one` afterwards; the job then begins at once.
    pub wake: Arc<Notify>,
}

/// What a [`Worker::drain`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drained {
    /// Runs that left nothing to do.
    pub done: usize,
    /// Runs that asked to run again later.
    pub again: usize,
    /// Runs that failed.
    pub failed: usize,
}

impl Worker {
    /// Runs jobs until `shutdown` says true; then ends what is running and returns.
    pub async fn run<F, R>(self, handle: F, mut shutdown: watch::Receiver<bool>)
    where
        F: Fn(Job) -> R + Clone + Send + Sync + 'static,
        R: Future<Output = Result<Outcome, JobError>> + Send + 'static,
    {
        let (slots, mut running) = (Slots::default(), JoinSet::new());
        while !*shutdown.borrow_and_update() {
            while running.try_join_next().is_some() {}
            match self.begin_due(&slots, &mut running, &handle).await {
                // There may be more.
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => {
                    self.count(&error);
                    tracing::error!(%error, "no job could be leased");
                }
            }
            tokio::select! {
                () = self.wake.notified() => {}
                () = tokio::time::sleep(POLL) => {}
                Some(_) = running.join_next() => {}
                changed = shutdown.changed() => if changed.is_err() { break },
            }
        }
        while running.join_next().await.is_some() {}
    }

    /// Runs everything that is due now, one job after the other, until nothing is: for tests and for commands.
    ///
    /// # Errors
    /// The store's; a job's own failure is counted and retried later.
    pub async fn drain<F, R>(&self, handle: F) -> Result<Drained, StoreError>
    where
        F: Fn(Job) -> R,
        R: Future<Output = Result<Outcome, JobError>> + Send + 'static,
    {
        let mut drained = Drained::default();
        while let Some(job) = self.lease_any().await? {
            let result = run_guarded(handle(job.clone())).await;
            match &result {
                Ok(Outcome::Done) => drained.done += 1,
                Ok(Outcome::Again(_)) => drained.again += 1,
                Err(_) => drained.failed += 1,
            }
            self.settle(&job, result).await?;
        }
        Ok(drained)
    }

    /// Begins one job of every lane that has something to do and a free slot. `false`: there was none.
    async fn begin_due<F, R>(&self, slots: &Slots, running: &mut JoinSet<()>, handle: &F) -> Result<bool, StoreError>
    where
        F: Fn(Job) -> R + Clone + Send + Sync + 'static,
        R: Future<Output = Result<Outcome, JobError>> + Send + 'static,
    {
        let mut begun = false;
        if slots.all_taken() {
            return Ok(begun);
        }
        for lane in self.lanes_due().await? {
            let Some(slot) = slots.take(lane) else { continue };
            if let Some(job) = self.lease(lane).await? {
                let span = tracing::debug_span!("job", kind = job.kind.word(), subject = job.subject);
                running.spawn(self.clone().finish(job, handle.clone(), slot).instrument(span));
                begun = true;
            }
        }
        Ok(begun)
    }

    /// Runs a leased job to its end, for as long as its lease is held. The slot is free afterwards, whatever happens.
    async fn finish<F, R>(self, job: Job, handle: F, _slot: OwnedSemaphorePermit)
    where
        F: Fn(Job) -> R,
        R: Future<Output = Result<Outcome, JobError>> + Send + 'static,
    {
        let result = tokio::select! {
            result = run_guarded(handle(job.clone())) => result,
            () = self.renew_lease(&job) => Err(JobError::new("the lease was lost")),
        };
        if let Err(error) = self.settle(&job, result).await {
            // The lease runs out by itself, and the job begins again.
            self.count(&error);
            tracing::error!(job = %job.id, kind = job.kind.word(), %error, "a job's end was not stored");
        }
    }

    /// Counts a database that cannot be used, so that the alarm rises without any request too.
    fn count(&self, error: &StoreError) {
        if error.is_temporary() {
            self.metrics.alarm(ALARM_DATABASE);
        }
    }

    async fn lanes_due(&self) -> Result<Vec<Lane>, StoreError> {
        jobs::lanes_due(&mut *self.store.read().await?, self.clock.now()).await
    }

    async fn lease_any(&self) -> Result<Option<Job>, StoreError> {
        for lane in self.lanes_due().await? {
            if let Some(job) = self.lease(lane).await? {
                return Ok(Some(job));
            }
        }
        Ok(None)
    }

    async fn settle(&self, job: &Job, result: Result<Outcome, JobError>) -> Result<(), StoreError> {
        let (kind, lane, attempts) = (job.kind.word(), job.kind.lane().word(), job.attempts);
        let later = |pause: Duration| {
            let pause = TimeDelta::from_std(pause).unwrap_or(TimeDelta::MAX);
            self.clock.now().checked_add_signed(pause).unwrap_or(chrono::DateTime::<chrono::Utc>::MAX_UTC)
        };
        self.metrics.ran(
            kind,
            lane,
            match &result {
                Ok(Outcome::Done) => RunResult::Done,
                Ok(Outcome::Again(_)) => RunResult::Again,
                Err(_) => RunResult::Failed,
            },
        );
        let mut tx = self.store.begin().await?;
        let held = match result {
            Ok(Outcome::Done) => jobs::finish(&mut tx, job).await?,
            Ok(Outcome::Again(pause)) => jobs::again(&mut tx, job, later(pause)).await?,
            Err(error) => {
                let pause = backoff(attempts, rand::random_range(0..=1000));
                if attempts >= PATIENT_ATTEMPTS {
                    tracing::error!(job = %job.id, kind, lane, attempts, reason = error.reason(), "a job keeps failing");
                } else {
                    tracing::warn!(job = %job.id, kind, lane, attempts, reason = error.reason(), "a job failed");
                }
                jobs::retry(&mut tx, job, later(pause), error.reason()).await?
            }
        };
        tx.commit().await?;
        if !held {
            tracing::warn!(job = %job.id, kind, lane, attempts, "a job outlived its lease; its end belongs to another worker");
        }
        Ok(())
    }
}

/// Runs one job in a task of its own: a panic fails the job, not the worker; a run that takes too long is ended, and so
/// is one whose caller no longer waits.
async fn run_guarded<R>(run: R) -> Result<Outcome, JobError>
where
    R: Future<Output = Result<Outcome, JobError>> + Send + 'static,
{
    let mut task = JoinSet::new();
    task.spawn(run.in_current_span());
    match tokio::time::timeout(LONGEST_RUN, task.join_next()).await {
        Ok(Some(Ok(result))) => result,
        Ok(_) => Err(JobError::new("the job panicked or was ended")),
        Err(_) => Err(JobError::new("the job took too long")),
    }
}
