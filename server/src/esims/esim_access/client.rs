//! The operations the shop uses.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use http::HeaderValue;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Serialize;
use serde::de::DeserializeOwned;
use url::{Host, Url};

use super::answers::{
    BalanceAnswer, Nothing, OrderAnswer, Packages, ProfileAnswer, Progress, QueryAnswer, UsageAnswer, UsageAnswers,
};
use super::call::{Operation, Wire};
use super::error::{Class, EsimAccessError, Unsendable};
use super::rate_limit::Pace;
use super::requests::{CancelProfile, NewOrder, Query, SaveWebhook, Selection, UsageQuery};
use crate::clock::Clock;
use crate::config::EsimAccess;
use crate::esims::{Counted, Fetched, Ordered, Package, Profile};
use crate::http_client::{BODY_LIMIT, http_client};

/// The whole catalogue has some thousand packages, each with all its networks.
const CATALOGUE_LIMIT: usize = 64 * 1024 * 1024;

/// Pages of a search by time, 500 profiles each: more than a shop sells while a call is in doubt.
const SEARCH_PAGES: u32 = 10;

/// Codes of packages that cannot be sold, as far as the log names them.
const NAMED: usize = 5;

const fn operation(name: &'static str, path: &'static [&'static str], changes: bool) -> Operation {
    Operation { name, path, changes, largest: BODY_LIMIT, patience: 1 }
}

/// The list may take twice as long as other calls, which a job's time still holds.
const LIST: Operation =
    Operation { largest: CATALOGUE_LIMIT, patience: 2, ..operation("packages", &["package", "list"], false) };
const ORDER: Operation = operation("order", &["esim", "order"], true);
const QUERY: Operation = operation("query", &["esim", "query"], false);
const USAGE: Operation = operation("usage", &["esim", "usage", "query"], false);
const CANCEL: Operation = operation("cancel", &["esim", "cancel"], true);
const BALANCE: Operation = operation("balance", &["balance", "query"], false);
const SAVE_WEBHOOK: Operation = operation("save_webhook", &["webhook", "save"], true);

/// How to reach eSIM Access.
#[derive(Clone, Debug)]
pub struct EsimAccessSettings {
    /// `https://api.esimaccess.com`, or the sandbox.
    pub api_base: Url,
    /// Whose account it is.
    pub access_code: SecretString,
    /// What signs calls.
    pub secret: SecretString,
    /// Dates calls: the supplier refuses old ones.
    pub clock: Clock,
    /// Longest wait for an answer; twice that for the list of packages.
    pub timeout: Duration,
}

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
pub enum EsimAccessSetupError {
    /// The access code or the secret is blank, or has characters no header carries.
    #[error("the eSIM Access code or secret is empty or not plain text")]
    Key,
    /// What names and proves an account travels encrypted, except within this machine.
    #[error("eSIM Access needs an https address")]
    PlainHttp,
    /// The address cannot carry paths.
    #[error("the eSIM Access address cannot be used as a base")]
    Base,
    /// The machine cannot make TLS connections.
    #[error("no HTTP client: {0}")]
    Http(#[from] reqwest::Error),
}

/// The one eSIM Access client. Cheap to clone; clones share the account's pace.
#[derive(Clone, Debug)]
pub struct EsimAccessClient {
    wire: Wire,
}

impl EsimAccessSettings {
    /// Settings with the usual patience: 15 seconds, and 30 for the whole list of packages.
    #[must_use]
    pub const fn new(api_base: Url, access_code: SecretString, secret: SecretString, clock: Clock) -> Self {
        Self { api_base, access_code, secret, clock, timeout: Duration::from_secs(15) }
    }

    /// The same for the account of the shop's settings.
    #[must_use]
    pub fn of(account: &EsimAccess, clock: Clock) -> Self {
        Self::new(account.api_base.clone(), account.access_code.clone(), account.secret.clone(), clock)
    }
}

impl EsimAccessClient {
    /// A client; nothing is called yet.
    ///
    /// # Errors
    /// See [`EsimAccessSetupError`].
    pub fn new(settings: EsimAccessSettings) -> Result<Self, EsimAccessSetupError> {
        let EsimAccessSettings { api_base, access_code, secret, clock, timeout } = settings;
        let code = access_code.expose_secret();
        if code.trim().is_empty() || secret.expose_secret().trim().is_empty() || HeaderValue::from_str(code).is_err() {
            return Err(EsimAccessSetupError::Key);
        }
        if api_base.cannot_be_a_base() {
            return Err(EsimAccessSetupError::Base);
        }
        if api_base.scheme() != "https" && !is_this_machine(&api_base) {
            return Err(EsimAccessSetupError::PlainHttp);
        }
        let (http, pace) = (http_client()?, Arc::new(Pace::default()));
        Ok(Self { wire: Wire { http, base: api_base, access_code, secret, clock, timeout, pace } })
    }

    /// `/package/list`: what can be ordered now. Packages whose price is not in US dollars, or whose time is not in days,
    /// are left out, which the log says.
    ///
    /// # Errors
    /// See [`EsimAccessError`].
    pub async fn packages(&self, selection: Selection<'_>) -> Result<Vec<Package>, EsimAccessError> {
        let Packages { packages, left_out } = self.ask(LIST, &selection.request()?).await?;
        if !left_out.is_empty() {
            let codes = left_out.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
            tracing::warn!(number = left_out.len(), codes, "packages of the supplier's cannot be sold");
        }
        Ok(packages)
    }

    /// The package of a code or alias as it is sold now; `None` when it is not.
    ///
    /// # Errors
    /// See [`EsimAccessError`].
    pub async fn package(&self, named: &str) -> Result<Option<Package>, EsimAccessError> {
        for selection in [Selection::Code(named), Selection::Slug(named)] {
            let found = self.packages(selection).await?;
            if let Some(package) = found.into_iter().find(|package| package.is_called(named)) {
                return Ok(Some(package));
            }
        }
        Ok(None)
    }

    /// `/esim/order`: one eSIM. May be repeated with the same order any number of times: the reference makes it one.
    ///
    /// # Errors
    /// [`EsimAccessError::Refused`] when nothing was bought and an operator must act, and
    /// [`EsimAccessError::Unsendable`]: what the supplier says about the order itself, and its silence, are an
    /// [`Ordered`].
    pub async fn order(&self, order: &NewOrder) -> Result<Ordered, EsimAccessError> {
        match self.ask::<_, OrderAnswer>(ORDER, &order.request()?).await {
            Ok(answer) => Ok(accepted(order, answer)),
            Err(EsimAccessError::Refused { code, class: Class::Gone }) => {
                Ok(Ordered::Rejected { reason: rejection(&code) })
            }
            Err(
                error @ (EsimAccessError::Refused { class: Class::Operator | Class::Mistake, .. }
                | EsimAccessError::Unsendable(_)),
            ) => Err(error),
            Err(error) => Ok(Ordered::Unknown { reason: error.to_string() }),
        }
    }

    /// Looks for an order by our own reference among those made between two instants; its number when it is there. An
    /// order of the last minute may not be shown yet: that nothing is found is no proof that nothing was bought.
    ///
    /// # Errors
    /// See [`EsimAccessError`].
    pub async fn find_order(
        &self,
        transaction_id: &str,
        from: DateTime<Utc>,
        to: DateTime<Utc>,
    ) -> Result<Option<String>, EsimAccessError> {
        let mut seen = 0;
        for page in 1..=SEARCH_PAGES {
            let answer = match self.ask::<_, QueryAnswer>(QUERY, &Query::between(from, to, page)).await {
                // Nothing of that time can be shown before all of it is made.
                Err(error) if error.code() == Some(STILL_MAKING) => return Ok(None),
                answer => answer?,
            };
            let ours = |profile: &&ProfileAnswer| profile.transaction_id.as_deref() == Some(transaction_id);
            if let Some(profile) = answer.esim_list.iter().find(ours) {
                return Ok(Some(profile.order_no.clone()));
            }
            seen += answer.esim_list.len() as u64;
            let total = answer.pager.and_then(|pager| pager.total).unwrap_or(0);
            if answer.esim_list.is_empty() || seen >= total {
                break;
            }
        }
        Ok(None)
    }

    /// `/esim/query` by an order's number: what it has come to.
    ///
    /// # Errors
    /// See [`EsimAccessError`]. Profiles of another order, and codes that are none, are malformed.
    pub async fn fetch(&self, order_no: &str) -> Result<Fetched, EsimAccessError> {
        let answer: QueryAnswer = match self.ask(QUERY, &Query::order(order_no)?).await {
            Err(error) if error.code() == Some(STILL_MAKING) => return Ok(Fetched::Pending),
            answer => answer?,
        };
        if answer.esim_list.iter().any(|profile| profile.order_no != order_no) {
            return Err(malformed("a profile of another order"));
        }
        let (mut profiles, mut pending) = (Vec::new(), answer.esim_list.is_empty());
        for profile in answer.esim_list {
            match profile.progress() {
                Progress::Made(profile) => profiles.push(*profile),
                Progress::Pending => pending = true,
                Progress::Ended(reason) => return Ok(Fetched::Failed { reason }),
                Progress::Unreadable => return Err(malformed("an activation code that is none")),
            }
        }
        Ok(if pending { Fetched::Pending } else { Fetched::Ready { profiles } })
    }

    /// `/esim/query` by an eSIM's number: its state; `None` when it is not there, or is not made or over.
    ///
    /// # Errors
    /// See [`EsimAccessError`].
    pub async fn profile(&self, esim_tran_no: &str) -> Result<Option<Profile>, EsimAccessError> {
        let answer: QueryAnswer = self.ask(QUERY, &Query::profile(esim_tran_no)?).await?;
        let found = answer.esim_list.into_iter().find(|profile| profile.esim_tran_no == esim_tran_no);
        match found.map(ProfileAnswer::progress) {
            Some(Progress::Made(profile)) => Ok(Some(*profile)),
            Some(Progress::Unreadable) => Err(malformed("an activation code that is none")),
            Some(Progress::Pending | Progress::Ended(_)) | None => Ok(None),
        }
    }

    /// `/esim/usage/query`: how much of its data an eSIM has used, as the supplier counted it hours ago; `None` when it says
    /// nothing that makes sense.
    ///
    /// # Errors
    /// See [`EsimAccessError`].
    pub async fn usage(&self, esim_tran_no: &str) -> Result<Option<Counted>, EsimAccessError> {
        let answer: UsageAnswers = self.ask(USAGE, &UsageQuery::new(esim_tran_no)?).await?;
        let found = answer.list().into_iter().find(|usage| usage.esim_tran_no == esim_tran_no);
        Ok(found.and_then(UsageAnswer::counted))
    }

    /// `/esim/cancel`: returns an eSIM that is not installed; the supplier credits its price to our balance.
    ///
    /// # Errors
    /// See [`EsimAccessError`]; one that is installed, or was returned before, is refused.
    pub async fn cancel(&self, esim_tran_no: &str) -> Result<(), EsimAccessError> {
        self.ask::<_, Nothing>(CANCEL, &CancelProfile::new(esim_tran_no)?).await.map(drop)
    }

    /// `/balance/query`: what is left to buy with, in US dollars times 10000.
    ///
    /// # Errors
    /// See [`EsimAccessError`].
    pub async fn balance(&self) -> Result<i64, EsimAccessError> {
        let answer: BalanceAnswer = self.wire.call(BALANCE, String::new()).await?;
        Ok(answer.balance)
    }

    /// `/webhook/save`: registers the URL of our webhook. The supplier tries it at once and refuses one that does not
    /// answer.
    ///
    /// # Errors
    /// See [`EsimAccessError`].
    pub async fn save_webhook(&self, address: &Url) -> Result<(), EsimAccessError> {
        self.ask::<_, Nothing>(SAVE_WEBHOOK, &SaveWebhook::new(address)).await.map(drop)
    }

    async fn ask<B, A>(&self, operation: Operation, body: &B) -> Result<A, EsimAccessError>
    where
        B: Serialize + Sync,
        A: DeserializeOwned + Send + 'static,
    {
        let body = serde_json::to_string(body).map_err(Unsendable::Json)?;
        self.wire.call(operation, body).await
    }
}

/// The supplier's number for an order whose profiles are still being made.
const STILL_MAKING: &str = "200010";

/// An accepted order is known by its number from now on, so the number must be one, and ours.
fn accepted(order: &NewOrder, answer: OrderAnswer) -> Ordered {
    let ours = answer.transaction_id.as_ref().is_none_or(|reference| *reference == order.transaction_id);
    if ours && Query::order(&answer.order_no).is_ok() {
        return Ordered::Accepted { order_no: answer.order_no };
    }
    Ordered::Unknown { reason: "accepted, but under a number that is none or another order's".to_owned() }
}

/// A stable word for what is not to be had.
fn rejection(code: &str) -> &'static str {
    match code {
        "200011" => "out_of_stock",
        "200005" | "200006" => "price_changed",
        _ => "package_gone",
    }
}

fn malformed(reason: &str) -> EsimAccessError {
    EsimAccessError::Malformed { status: 200, reason: reason.to_owned() }
}

/// Whether an address never leaves this machine.
#[must_use]
pub fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
