//! The lease of a job: how long it belongs to its worker, and when another worker takes it over.

use std::time::Duration;

use super::Job;
use super::worker::Worker;
use crate::store::StoreError;
use crate::store::jobs::{self, Lane};

/// How long a job belongs to its worker. A dead worker's jobs go to another one after this: a buyer whose server died
/// waits no longer for what was paid.
const LEASE: Duration = Duration::from_secs(15);

/// How often the worker of a running job renews its lease. Two renewals may fail before another worker takes over.
const RENEWAL: Duration = Duration::from_secs(5);

impl Worker {
    /// Leases the next due job of a lane.
    pub(super) async fn lease(&self, lane: Lane) -> Result<Option<Job>, StoreError> {
        let mut tx = self.store.begin().await?;
        let job = jobs::lease_next(&mut tx, lane, self.clock.now(), LEASE).await?;
        tx.commit().await?;
        Ok(job)
    }

    /// Renews the lease for as long as it is held. Returns when another worker has it: a frozen or slow worker must not
    /// run beside that one.
    pub(super) async fn renew_lease(&self, job: &Job) {
        loop {
            tokio::time::sleep(RENEWAL).await;
            let renewed = async {
                let mut tx = self.store.begin().await?;
                let held = jobs::renew(&mut tx, job, self.clock.now(), LEASE).await?;
                tx.commit().await?;
                Ok::<_, StoreError>(held)
            };
            match renewed.await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => tracing::warn!(job = %job.id, %error, "a lease could not be renewed"),
            }
        }
    }
}
