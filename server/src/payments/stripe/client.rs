//! The operations on checkout sessions, coupons, subscriptions and the portal, and how each call is sent.

use std::num::NonZeroU32;
use std::time::Duration;

use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Serialize;
use url::Url;

use super::answers::{Coupon, Session};
use super::error::{StripeError, Unsendable};
use super::portal::{CreatePortalSession, PortalSession};
use super::requests::{CreateCoupon, CreateSession, ExpireSession, NewOneOffCheckout, NewSubscriptionCheckout};
use super::subscriptions::{Subscription, UpdateSubscription};
use crate::access::Access;
use crate::config::Pace;
use crate::http_client::http_client;
use crate::payments::budget::Budget;
use crate::payments::call::{Call, Exchange, Patience, address, bearer, key};
use crate::payments::pay_page::{ForeignPage, PayHosts};

const FORM: &str = "application/x-www-form-urlencoded";

/// The version that every call requests; without it the account's own setting would decide the form of the answers.
pub const API_VERSION: &str = "2026-10-28.endive";

/// How to reach Stripe.
#[derive(Clone, Debug)]
pub struct StripeSettings {
    /// `https://api.stripe.com`, or the sandbox.
    pub api_base: Url,
    /// `sk_…` or a restricted `rk_…`.
    pub secret_key: SecretString,
    /// Hosts a pay page may be on, with their port where it is not the usual one.
    pub checkout_hosts: Vec<String>,
    /// Hosts that the customer portal may be on, in the same form; without one no portal opens.
    pub portal_hosts: Vec<String>,
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
pub enum StripeSetupError {
    /// The key is blank or has characters no key has.
    #[error("the Stripe key is blank or not plain text")]
    Key,
    /// Live keys must travel encrypted.
    #[error("a live Stripe key needs an https address")]
    PlainHttp,
    /// The address cannot carry paths.
    #[error("the Stripe address cannot be used as a base")]
    Base,
    /// The machine cannot make TLS connections.
    #[error("no HTTP client: {0}")]
    Http(#[from] reqwest::Error),
}

/// The one Stripe client. Cheap to clone.
#[derive(Clone, Debug)]
pub struct StripeClient {
    exchange: Exchange,
    api_base: Url,
    pay_hosts: PayHosts,
    portal_hosts: PayHosts,
    live: bool,
}

impl StripeSettings {
    /// Settings with the usual time-outs: 8 seconds per attempt, 12 in all.
    #[must_use]
    pub const fn new(api_base: Url, secret_key: SecretString, checkout_hosts: Vec<String>) -> Self {
        Self {
            api_base,
            secret_key,
            checkout_hosts,
            portal_hosts: Vec::new(),
            timeout: Duration::from_secs(8),
            budget: Duration::from_secs(12),
            first_pause: Duration::from_millis(300),
            calls_a_second: Pace::USUAL_CALLS,
        }
    }
}

impl StripeClient {
    /// Makes a client; calls nothing yet.
    ///
    /// # Errors
    /// See [`StripeSetupError`].
    pub fn new(settings: StripeSettings) -> Result<Self, StripeSetupError> {
        let authorization = bearer(&settings.secret_key).ok_or(StripeSetupError::Key)?;
        let live = settings.secret_key.expose_secret().contains("_live_");
        if live && settings.api_base.scheme() != "https" {
            return Err(StripeSetupError::PlainHttp);
        }
        if settings.api_base.cannot_be_a_base() {
            return Err(StripeSetupError::Base);
        }
        let exchange = Exchange {
            provider: "stripe",
            http: http_client()?,
            headers: HeaderMap::from_iter([
                (AUTHORIZATION, authorization),
                (HeaderName::from_static("stripe-version"), HeaderValue::from_static(API_VERSION)),
            ]),
            retry_header: Some("stripe-should-retry"),
            patience: Patience {
                per_try: settings.timeout,
                in_all: settings.budget,
                first_pause: settings.first_pause,
            },
            budget: Budget::new(settings.calls_a_second),
            access: Access::default(),
        };
        let pay_hosts = PayHosts::new(settings.checkout_hosts);
        let portal_hosts = PayHosts::new(settings.portal_hosts);
        Ok(Self { exchange, api_base: settings.api_base, pay_hosts, portal_hosts, live })
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

    /// Whether real money moves: every object's `livemode` must agree.
    #[must_use]
    pub const fn is_live(&self) -> bool {
        self.live
    }

    /// Opens the pay page of a new subscription, after making its coupon where it needs one. Idempotent: the keys
    /// derive from the checkout's payment id.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn start_subscription(&self, checkout: &NewSubscriptionCheckout) -> Result<Session, StripeError> {
        let session = checkout.session().map_err(Unsendable::Checkout)?;
        if let Some(coupon) = checkout.coupon().map_err(Unsendable::Checkout)? {
            self.ensure_coupon(&coupon, &checkout.coupon_key()).await?;
        }
        self.create_checkout_session(&session, &checkout.session_key()).await
    }

    /// Opens the pay page of something that is paid once. May be repeated as [`start_subscription`](Self::start_subscription).
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn start_one_off(&self, checkout: &NewOneOffCheckout) -> Result<Session, StripeError> {
        let session = checkout.session().map_err(Unsendable::Checkout)?;
        self.create_checkout_session(&session, &checkout.session_key()).await
    }

    /// `POST /v1/checkout/sessions`.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn create_checkout_session(&self, body: &CreateSession, key: &str) -> Result<Session, StripeError> {
        self.post("create_checkout_session", &["checkout", "sessions"], body, key).await
    }

    /// `GET /v1/checkout/sessions/{id}`. Nothing is expanded: settlement compares the session's own fields.
    ///
    /// # Errors
    /// See [`StripeError`]; an unknown id is refused with `resource_missing`.
    pub async fn retrieve_checkout_session(&self, id: &str) -> Result<Session, StripeError> {
        self.get("retrieve_checkout_session", &["checkout", "sessions", id]).await
    }

    /// `POST /v1/checkout/sessions/{id}/expire`. The key is new each time: expiring twice does no harm, and Stripe
    /// would repeat a stored failure for longer than the page is open. Refused when the session is not open: then read
    /// it.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn expire_checkout_session(&self, id: &str) -> Result<Session, StripeError> {
        let path = ["checkout", "sessions", id, "expire"];
        self.post(
            "expire_checkout_session",
            &path,
            &ExpireSession {},
            &format!("{id}-expire-{}", crate::ids::new_secret()),
        )
        .await
    }

    /// The pay page of a session; `None` once it can no longer be paid.
    ///
    /// # Errors
    /// See [`pay_page`](Self::pay_page).
    pub fn checkout_url<'a>(&self, session: &'a Session) -> Result<Option<&'a str>, ForeignPage> {
        session.url.as_deref().map(|url| self.pay_page(url)).transpose()
    }

    /// The URL of a pay page, if a buyer may be sent there.
    ///
    /// # Errors
    /// [`ForeignPage`] when its host is not in the settings.
    pub fn pay_page<'a>(&self, url: &'a str) -> Result<&'a str, ForeignPage> {
        self.pay_hosts.allow(url)
    }

    /// `POST /v1/coupons`.
    ///
    /// # Errors
    /// See [`StripeError`]; an existing id is refused with `resource_already_exists`.
    pub async fn create_coupon(&self, body: &CreateCoupon, key: &str) -> Result<Coupon, StripeError> {
        self.post("create_coupon", &["coupons"], body, key).await
    }

    /// `GET /v1/coupons/{id}`.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn retrieve_coupon(&self, id: &str) -> Result<Coupon, StripeError> {
        self.get("retrieve_coupon", &["coupons", id]).await
    }

    /// `DELETE /v1/subscriptions/{id}`: cancels it at once and refunds nothing. One that has ended or does not exist is
    /// refused with `resource_missing`.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn cancel_subscription(&self, id: &str) -> Result<Subscription, StripeError> {
        let url = self.address(&["subscriptions", id])?;
        let call = Call { operation: "cancel_subscription", method: Method::DELETE, url, body: None, key: None };
        Ok(self.exchange.run(&call).await?)
    }

    /// `GET /v1/subscriptions/{id}`.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn subscription(&self, id: &str) -> Result<Subscription, StripeError> {
        self.get("subscription", &["subscriptions", id]).await
    }

    /// `POST /v1/subscriptions/{id}` with `cancel_at_period_end`: it ends with the paid term or its trial and charges
    /// nothing more. Idempotent; `key` is new each hour, because Stripe repeats even a failure of its own under a key
    /// for a day. One that has ended is refused with `resource_missing`.
    ///
    /// # Errors
    /// See [`StripeError`]. An answer in which it does not end is malformed.
    pub async fn cancel_at_period_end(&self, id: &str, key: &str) -> Result<Subscription, StripeError> {
        let body = UpdateSubscription::cancel_at_period_end();
        let changed: Subscription = self.post("update_subscription", &["subscriptions", id], &body, key).await?;
        if changed.id == id && (changed.cancel_at_period_end || changed.has_ended()) {
            return Ok(changed);
        }
        let reason = "the subscription goes on".to_owned();
        Err(StripeError::Malformed { status: 200, reason, request_id: None })
    }

    /// `POST /v1/subscriptions/{id}` without `cancel_at_period_end`: resumes the renewal of one that was to end with
    /// its term or trial, at its old price. Idempotent; `key` is new each hour, as for [`Self::cancel_at_period_end`].
    /// One that has ended is refused with `resource_missing`.
    ///
    /// # Errors
    /// See [`StripeError`]. An answer in which it does not renew is malformed.
    pub async fn renew_after_all(&self, id: &str, key: &str) -> Result<Subscription, StripeError> {
        let body = UpdateSubscription::renew_after_all();
        let changed: Subscription = self.post("update_subscription", &["subscriptions", id], &body, key).await?;
        if changed.id == id && changed.ends_at().is_none() && !changed.cancel_at_period_end && !changed.has_ended() {
            return Ok(changed);
        }
        let reason = "the subscription does not renew".to_owned();
        Err(StripeError::Malformed { status: 200, reason, request_id: None })
    }

    /// `POST /v1/billing_portal/sessions`: opens the page of one visit, for anyone who has its URL. The key is new each
    /// time, because the page of an earlier visit is closed.
    ///
    /// # Errors
    /// See [`StripeError`]; an account without a saved portal configuration is refused. An answer for another customer or in
    /// another mode is malformed.
    pub async fn open_portal(&self, body: &CreatePortalSession) -> Result<PortalSession, StripeError> {
        let key = format!("portal-{}", crate::ids::new_secret());
        let opened: PortalSession =
            self.post("create_portal_session", &["billing_portal", "sessions"], body, &key).await?;
        if opened.customer == body.customer() && opened.livemode == self.live {
            return Ok(opened);
        }
        let reason = "the portal is another customer's".to_owned();
        Err(StripeError::Malformed { status: 200, reason, request_id: None })
    }

    /// The URL of a visit to the portal, if a customer may be sent there.
    ///
    /// # Errors
    /// [`ForeignPage`] when its host is not in the settings.
    pub fn portal_page<'a>(&self, visit: &'a PortalSession) -> Result<&'a str, ForeignPage> {
        self.portal_hosts.allow(&visit.url)
    }

    /// Whether a customer may be sent to a page of invoices or cards: whether its host is in the settings.
    pub(super) fn is_portal_page(&self, url: &str) -> bool {
        self.portal_hosts.allow(url).is_ok()
    }

    /// Makes the coupon, or finds the one that an earlier attempt made before Stripe forgot the key, and checks that it
    /// takes off exactly the right amount.
    async fn ensure_coupon(&self, wanted: &CreateCoupon, key: &str) -> Result<(), StripeError> {
        let coupon = match self.create_coupon(wanted, key).await {
            Err(error) if error.has_code("resource_already_exists") => self.retrieve_coupon(&wanted.id).await?,
            other => other?,
        };
        let same = coupon.id == wanted.id
            && coupon.amount_off == Some(wanted.amount_off)
            && coupon.currency.as_deref() == Some(wanted.currency.as_str());
        if same {
            return Ok(());
        }
        let reason = "the coupon takes off something else".to_owned();
        Err(StripeError::Malformed { status: 200, reason, request_id: None })
    }

    pub(super) async fn post<B, A>(
        &self,
        operation: &'static str,
        path: &[&str],
        body: &B,
        text: &str,
    ) -> Result<A, StripeError>
    where
        B: Serialize + Sync,
        A: serde::de::DeserializeOwned,
    {
        let form = serde_qs::to_string(body).map_err(|error| Unsendable::Form(error.to_string()))?;
        let key = Some(key(text).ok_or(Unsendable::Key)?);
        let call = Call { operation, method: Method::POST, url: self.address(path)?, body: Some((FORM, form)), key };
        Ok(self.exchange.run(&call).await?)
    }

    pub(super) async fn get<A>(&self, operation: &'static str, path: &[&str]) -> Result<A, StripeError>
    where
        A: serde::de::DeserializeOwned,
    {
        let call = Call { operation, method: Method::GET, url: self.address(path)?, body: None, key: None };
        Ok(self.exchange.run(&call).await?)
    }

    pub(super) async fn list<Q, A>(&self, operation: &'static str, path: &[&str], query: &Q) -> Result<A, StripeError>
    where
        Q: Serialize + Sync,
        A: serde::de::DeserializeOwned,
    {
        let mut url = self.address(path)?;
        url.set_query(Some(&serde_qs::to_string(query).map_err(|error| Unsendable::Form(error.to_string()))?));
        let call = Call { operation, method: Method::GET, url, body: None, key: None };
        Ok(self.exchange.run(&call).await?)
    }

    fn address(&self, path: &[&str]) -> Result<Url, Unsendable> {
        address(&self.api_base, "v1", path).ok_or(Unsendable::Id)
    }
}
