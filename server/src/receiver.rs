//! A receiver of webhooks at an address of the operator's choice: one POST of JSON, which only a 2xx answer accepts.

use std::fmt;
use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use url::Url;

use crate::http_client::http_client;

/// Longest wait for a receiver. No buyer waits for it.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Why a receiver did not accept a webhook. Neither variant names the URL, whose query may hold a key.
#[derive(Debug, thiserror::Error)]
pub enum NotAccepted {
    /// No answer.
    #[error("the receiver of {0} did not answer")]
    Unreachable(&'static str, #[source] reqwest::Error),
    /// An answer other than 2xx.
    #[error("the receiver of {0} answered {1}")]
    Refused(&'static str, u16),
}

/// A client of one receiver.
pub struct Receiver {
    http: reqwest::Client,
    url: Url,
    /// What it receives, for errors.
    what: &'static str,
}

impl fmt::Debug for Receiver {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Receiver").field("what", &self.what).finish_non_exhaustive()
    }
}

impl Receiver {
    /// A client; nothing is sent yet. `what` names the webhooks in errors, such as `events`.
    ///
    /// # Errors
    /// As [`http_client`].
    pub fn new(url: &Url, what: &'static str) -> Result<Self, reqwest::Error> {
        Ok(Self { http: http_client()?, url: url.clone(), what })
    }

    /// Sends a webhook.
    ///
    /// # Errors
    /// See [`NotAccepted`].
    pub async fn post(&self, headers: &[(&str, String)], body: String) -> Result<(), NotAccepted> {
        let request = self.http.post(self.url.clone()).timeout(TIMEOUT).header(CONTENT_TYPE, "application/json");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, value));
        let answer = request.body(body).send().await;
        let status = answer.map_err(|error| NotAccepted::Unreachable(self.what, error.without_url()))?.status();
        if status.is_success() { Ok(()) } else { Err(NotAccepted::Refused(self.what, status.as_u16())) }
    }
}
