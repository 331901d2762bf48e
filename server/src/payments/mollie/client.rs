//! The operations the shop uses.

use std::num::NonZeroU32;
use std::time::Duration;

use http::header::{ACCEPT, AUTHORIZATION};
use http::{HeaderMap, HeaderValue, Method};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Serialize;
use url::Url;

use super::answers::{Mode, Payment};
use super::error::{MollieError, Unsendable};
use super::refunds::{Refund, RefundList};
use super::requests::{Amount, CancelPayment, NewPayment, NewRefund};
use crate::access::Access;
use crate::config::Pace;
use crate::http_client::http_client;
use crate::payments::budget::Budget;
use crate::payments::call::{Call, Exchange, Patience, address, bearer, key};
use crate::payments::pay_page::{ForeignPage, PayHosts};

const JSON: &str = "application/json";

/// How to reach Mollie.
#[derive(Clone, Debug)]
pub struct MollieSettings {
    /// `https://api.mollie.com`, or the sandbox.
    pub api_base: Url,
    /// `test_…` or `live_…`.
    pub api_key: SecretString,
    /// Hosts a pay page may be on, with their port where it is not the usual one.
    pub checkout_hosts: Vec<String>,
    /// Longest wait for one attempt.
    pub timeout: Duration,
    /// Longest wait for a call with all its retries.
    pub budget: Duration,
    /// Pause before the first retry; doubles after that.
    pub first_pause: Duration,
    /// Calls a second, for everything.
    pub calls_a_second: NonZeroU32,
}

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
pub enum MollieSetupError {
    /// The key is not of Mollie's form: it is neither a test nor a live key.
    #[error("the Mollie key begins with neither test_ nor live_, or is not plain text")]
    Key,
    /// Live keys must travel encrypted.
    #[error("a live Mollie key needs an https address")]
    PlainHttp,
    /// The address cannot carry paths.
    #[error("the Mollie address cannot be used as a base")]
    Base,
    /// The machine cannot make TLS connections.
    #[error("no HTTP client: {0}")]
    Http(#[from] reqwest::Error),
}

/// The one Mollie client. Cheap to clone.
#[derive(Clone, Debug)]
pub struct MollieClient {
    exchange: Exchange,
    api_base: Url,
    pay_hosts: PayHosts,
    live: bool,
}

impl MollieSettings {
    /// Settings with the usual time-outs: 8 seconds per attempt, 12 in all.
    #[must_use]
    pub const fn new(api_base: Url, api_key: SecretString, checkout_hosts: Vec<String>) -> Self {
        Self {
            api_base,
            api_key,
            checkout_hosts,
            timeout: Duration::from_secs(8),
            budget: Duration::from_secs(12),
            first_pause: Duration::from_millis(300),
            calls_a_second: Pace::USUAL_CALLS,
        }
    }
}

impl MollieClient {
    /// Makes a client; calls nothing yet.
    ///
    /// # Errors
    /// See [`MollieSetupError`].
    pub fn new(settings: MollieSettings) -> Result<Self, MollieSetupError> {
        let authorization = bearer(&settings.api_key).ok_or(MollieSetupError::Key)?;
        let live = is_live(settings.api_key.expose_secret()).ok_or(MollieSetupError::Key)?;
        if live && settings.api_base.scheme() != "https" {
            return Err(MollieSetupError::PlainHttp);
        }
        if settings.api_base.cannot_be_a_base() {
            return Err(MollieSetupError::Base);
        }
        let exchange = Exchange {
            provider: "mollie",
            http: http_client()?,
            headers: HeaderMap::from_iter([
                (AUTHORIZATION, authorization),
                (ACCEPT, HeaderValue::from_static("application/hal+json")),
            ]),
            retry_header: None,
            patience: Patience {
                per_try: settings.timeout,
                in_all: settings.budget,
                first_pause: settings.first_pause,
            },
            budget: Budget::new(settings.calls_a_second),
            access: Access::default(),
        };
        Ok(Self { exchange, api_base: settings.api_base, pay_hosts: PayHosts::new(settings.checkout_hosts), live })
    }

    /// Whether the provider accepts our key.
    #[must_use]
    pub const fn access(&self) -> &Access {
        &self.exchange.access
    }

    /// The budget of this client's calls.
    #[must_use]
    pub const fn budget(&self) -> &Budget {
        &self.exchange.budget
    }

    /// Whether real money moves: every object's `mode` must agree.
    #[must_use]
    pub const fn is_live(&self) -> bool {
        self.live
    }

    /// `POST /v2/payments`. Idempotent within an hour; then Mollie forgets the key, and a repetition would create a
    /// second payment. An iDEAL payment is open for a quarter of that time.
    ///
    /// # Errors
    /// See [`MollieError`]. An answer with another amount, or of another mode than our key's, is malformed.
    pub async fn create_payment(&self, payment: &NewPayment) -> Result<Payment, MollieError> {
        let body = payment.request().map_err(Unsendable::Payment)?;
        let made: Payment = self.post("create_payment", &["payments"], &body, &payment.key()).await?;
        self.must_agree(&made.mode, (&made.amount.value, &made.amount.currency), &body.amount)?;
        Ok(made)
    }

    /// `GET /v2/payments/{id}`. Settlement compares the payment, its mode included, with the stored quote.
    ///
    /// # Errors
    /// See [`MollieError`]; an unknown id [is missing](MollieError::is_missing).
    pub async fn payment(&self, id: &str) -> Result<Payment, MollieError> {
        self.get("payment", &["payments", id]).await
    }

    /// `DELETE /v2/payments/{id}`. Refused with 422 when the payment cannot be cancelled, as iDEAL payments often
    /// cannot, and also when an earlier attempt cancelled it: then read it.
    ///
    /// # Errors
    /// See [`MollieError`].
    pub async fn cancel_payment(&self, id: &str) -> Result<Payment, MollieError> {
        self.send("cancel_payment", Method::DELETE, &["payments", id], &CancelPayment {}, None).await
    }

    /// `POST /v2/payments/{id}/refunds`. Idempotent within an hour; later, check first whether
    /// [one of the refunds](Self::refunds) carries its id.
    ///
    /// # Errors
    /// See [`MollieError`]. An answer with another amount, or of another mode than our key's, is malformed.
    pub async fn create_refund(&self, id: &str, refund: &NewRefund) -> Result<Refund, MollieError> {
        let body = refund.request().map_err(Unsendable::Payment)?;
        let made: Refund = self.post("create_refund", &["payments", id, "refunds"], &body, &refund.key()).await?;
        self.must_agree(&made.mode, (&made.amount.value, &made.amount.currency), &body.amount)?;
        Ok(made)
    }

    /// `GET /v2/payments/{id}/refunds/{refund}`.
    ///
    /// # Errors
    /// See [`MollieError`].
    pub async fn refund(&self, id: &str, refund: &str) -> Result<Refund, MollieError> {
        self.get("refund", &["payments", id, "refunds", refund]).await
    }

    /// `GET /v2/payments/{id}/refunds`, newest first: the 50 of the first page, more than we ever make for one payment.
    ///
    /// # Errors
    /// See [`MollieError`].
    pub async fn refunds(&self, id: &str) -> Result<Vec<Refund>, MollieError> {
        let list: RefundList = self.get("refunds", &["payments", id, "refunds"]).await?;
        Ok(list.embedded.refunds)
    }

    /// The pay page of a payment; `None` once it can no longer be paid.
    ///
    /// # Errors
    /// See [`pay_page`](Self::pay_page).
    pub fn checkout_url<'a>(&self, payment: &'a Payment) -> Result<Option<&'a str>, ForeignPage> {
        payment.checkout().map(|url| self.pay_page(url)).transpose()
    }

    /// The URL of a pay page, if a buyer may be sent there.
    ///
    /// # Errors
    /// [`ForeignPage`] when its host is not in the settings.
    pub fn pay_page<'a>(&self, url: &'a str) -> Result<&'a str, ForeignPage> {
        self.pay_hosts.allow(url)
    }

    /// Checks that Mollie made what we requested.
    fn must_agree(&self, mode: &Mode, made: (&str, &str), asked: &Amount) -> Result<(), MollieError> {
        let ours = if self.live { Mode::Live } else { Mode::Test };
        let reason = if *mode != ours {
            "made in another mode than our key's"
        } else if made != (&asked.value, &asked.currency) {
            "made with another amount"
        } else {
            return Ok(());
        };
        Err(MollieError::Malformed { status: 201, reason: reason.to_owned() })
    }

    async fn post<B, A>(&self, operation: &'static str, path: &[&str], body: &B, text: &str) -> Result<A, MollieError>
    where
        B: Serialize + Sync,
        A: serde::de::DeserializeOwned,
    {
        let key = key(text).ok_or(Unsendable::Key)?;
        self.send(operation, Method::POST, path, body, Some(key)).await
    }

    async fn send<B, A>(
        &self,
        operation: &'static str,
        method: Method,
        path: &[&str],
        body: &B,
        key: Option<HeaderValue>,
    ) -> Result<A, MollieError>
    where
        B: Serialize + Sync,
        A: serde::de::DeserializeOwned,
    {
        let body = serde_json::to_string(body).map_err(Unsendable::Json)?;
        let call = Call { operation, method, url: self.address(path)?, body: Some((JSON, body)), key };
        Ok(self.exchange.run(&call).await?)
    }

    pub(super) async fn get<A>(&self, operation: &'static str, path: &[&str]) -> Result<A, MollieError>
    where
        A: serde::de::DeserializeOwned,
    {
        let call = Call { operation, method: Method::GET, url: self.address(path)?, body: None, key: None };
        Ok(self.exchange.run(&call).await?)
    }

    fn address(&self, path: &[&str]) -> Result<Url, Unsendable> {
        address(&self.api_base, "v2", path).ok_or(Unsendable::Id)
    }
}

/// Whether a key moves real money; `None` for other keys, such as an organisation's token.
#[must_use]
pub fn is_live(key: &str) -> Option<bool> {
    if key.starts_with("live_") { Some(true) } else { key.starts_with("test_").then_some(false) }
}
