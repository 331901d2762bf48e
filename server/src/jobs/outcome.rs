//! The outcome of one run of a job.

use std::fmt;
use std::time::Duration;

use crate::flows::delivery::progress::Progress;

/// A run that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing is left to do.
    Done,
    /// It runs again after a while, such as while a payment is pending.
    Again(Duration),
}

impl From<()> for Outcome {
    fn from((): ()) -> Self {
        Self::Done
    }
}

impl From<Progress> for Outcome {
    fn from(progress: Progress) -> Self {
        match progress {
            Progress::Done => Self::Done,
            Progress::Later(pause) => Self::Again(pause),
        }
    }
}

impl From<Option<Duration>> for Outcome {
    fn from(pause: Option<Duration>) -> Self {
        pause.map_or(Self::Done, Self::Again)
    }
}

/// Longest reason kept.
const LONGEST: usize = 500;

/// A run that failed: the reason for log and table. Any error becomes one by `?`; errors hold no secrets and no
/// addresses of people.
pub struct JobError(String);

impl JobError {
    /// A failure for that reason.
    pub fn new(reason: impl fmt::Display) -> Self {
        Self(reason.to_string().chars().take(LONGEST).collect())
    }

    /// The reason.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.0
    }
}

impl<E: std::error::Error> From<E> for JobError {
    fn from(error: E) -> Self {
        Self::new(error)
    }
}

impl fmt::Debug for JobError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
