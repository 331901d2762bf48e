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
use super::requests::{NewOrder, ProfileRef, Query, SaveWebhook, Selection, UsageQuery};
use crate::access::Access;
use crate::clock::Clock;
use crate::config::EsimAccess;
use crate::esims::{Counted, Fetched, Ordered, Package, Profile};
use crate::http_client::{BODY_LIMIT, http_client};

/// Largest package list, in bytes: the whole catalogue has some thousand packages, each with all its networks.
const CATALOGUE_LIMIT: usize = 64 * 1024 * 1024;

/// Most pages of a search by time, 500 profiles each: more than a shop sells while the outcome of a call is unknown.
const SEARCH_PAGES: u32 = 10;

/// Most codes of unsellable packages that the log names.
const NAMED: usize = 5;

const fn operation(name: &'static str, path: &'static [&'static str], changes: bool) -> Operation {
    Operation { name, path, changes, largest: BODY_LIMIT, patience: 1 }
}

/// The list may take twice as long as other calls, which still fits into a job's time.
const LIST: Operation =
    Operation { largest: CATALOGUE_LIMIT, patience: 2, ..operation("packages", &["package", "list"], false) };
const ORDER: Operation = operation("order", &["esim", "order"], true);
const QUERY: Operation = operation("query", &["esim", "query"], false);
const USAGE: Operation = operation("usage", &["esim", "usage", "query"], false);
const CANCEL: Operation = operation("cancel", &["esim", "cancel"], true);
const SUSPEND: Operation = operation("suspend", &["esim", "suspend"], true);
const UNSUSPEND: Operation = operation("unsuspend", &["esim", "unsuspend"], true);
const BALANCE: Operation = operation("balance", &["balance", "query"], false);
const SAVE_WEBHOOK: Operation = operation("save_webhook", &["webhook", "save"], true);

/// How to reach eSIM Access.
#[derive(Clone, Debug)]
pub struct EsimAccessSettings {
    /// `https://api.esimaccess.com`, or the sandbox.
    pub api_base: Url,
    /// Names the account.
    pub access_code: SecretString,
    /// Signs calls.
    pub secret: SecretString,
    /// Timestamps calls: the supplier refuses old ones.
    pub clock: Clock,
    /// Longest wait for an answer; twice that for the list of packages.
    pub timeout: Duration,
}

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
pub enum EsimAccessSetupError {
    /// The access code or the secret is blank, or the code cannot go into a header.
    #[error("the eSIM Access code or secret is empty or not plain text")]
    Key,
    /// The credentials must travel encrypted, except within this machine.
    #[error("eSIM Access needs an https address")]
    PlainHttp,
    /// The address cannot carry paths.
    #[error("the eSIM Access address cannot be used as a base")]
    Base,
    /// The machine cannot make TLS connections.
    #[error("no HTTP client: {0}")]
    Http(#[from] reqwest::Error),
}

/// The one eSIM Access client. Cheap to clone; clones share one rate limit.
#[derive(Clone, Debug)]
pub struct EsimAccessClient {
    wire: Wire,
}

impl EsimAccessSettings {
    /// Settings with the usual time-outs: 15 seconds, and 30 for the package list.
    #[must_use]
    pub const fn new(api_base: Url, access_code: SecretString, secret: SecretString, clock: Clock) -> Self {
        Self { api_base, access_code, secret, clock, timeout: Duration::from_secs(15) }
    }

    /// The same, for the configured account.
    #[must_use]
    pub fn of(account: &EsimAccess, clock: Clock) -> Self {
        Self::new(account.api_base.clone(), account.access_code.clone(), account.secret.clone(), clock)
    }
}

impl EsimAccessClient {
    /// Makes a client; calls nothing yet.
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
        Ok(Self {
            wire: Wire { http, base: api_base, access_code, secret, clock, timeout, pace, access: Access::default() },
        })
    }

    /// Whether the supplier accepts our account and signature.
    #[must_use]
    pub const fn access(&self) -> &Access {
        &self.wire.access
    }

    /// `/package/list`: the packages on sale now. Leaves out packages priced in another currency than US dollars or
    /// timed in other units than days, and logs them.
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

    /// The package with this code or alias, as sold now; `None` when it is not on sale.
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

    /// `/esim/order`: orders one eSIM. Idempotent: the supplier knows a repeated order by its reference.
    ///
    /// # Errors
    /// [`EsimAccessError::Refused`] when nothing was bought and an operator must act, and
    /// [`EsimAccessError::Unsendable`]. A refusal of the order itself, or no answer, is an [`Ordered`] instead.
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

    /// Searches the orders between two instants for our reference; returns the supplier's order number. An order of the
    /// last minute may not be listed yet: not finding it does not prove that nothing was bought.
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
                // The supplier lists no profiles of that time before it has made all of them.
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

    /// `/esim/query` by order number: the order's progress.
    ///
    /// # Errors
    /// See [`EsimAccessError`]. A profile of another order or a malformed activation code makes the answer malformed.
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

    /// `/esim/query` by eSIM number: its state; `None` when the supplier has none, has not made it yet, or it has
    /// ended.
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

    /// `/esim/usage/query`: how much of its data an eSIM has used, as the supplier counted it hours ago; `None` when
    /// the answer holds no sensible figures.
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
    /// See [`EsimAccessError`]; the supplier refuses one that is installed or was returned before.
    pub async fn cancel(&self, esim_tran_no: &str) -> Result<(), EsimAccessError> {
        self.ask::<_, Nothing>(CANCEL, &ProfileRef::new(esim_tran_no)?).await.map(drop)
    }

    /// `/esim/suspend` and `/esim/unsuspend`: takes the data service of an eSIM away, or returns it.
    ///
    /// # Errors
    /// See [`EsimAccessError`]; the supplier refuses what is so already.
    pub async fn set_suspended(&self, esim_tran_no: &str, is_suspended: bool) -> Result<(), EsimAccessError> {
        let operation = if is_suspended { SUSPEND } else { UNSUSPEND };
        self.ask::<_, Nothing>(operation, &ProfileRef::new(esim_tran_no)?).await.map(drop)
    }

    /// `/balance/query`: the balance left for orders, in US dollars times 10000.
    ///
    /// # Errors
    /// See [`EsimAccessError`].
    pub async fn balance(&self) -> Result<i64, EsimAccessError> {
        let answer: BalanceAnswer = self.wire.call(BALANCE, String::new()).await?;
        Ok(answer.balance)
    }

    /// `/webhook/save`: registers our webhook URL. The supplier calls it at once and refuses a URL that does not
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

/// The order number identifies an accepted order from now on, so it must be well-formed, and the order must be ours.
fn accepted(order: &NewOrder, answer: OrderAnswer) -> Ordered {
    let ours = answer.transaction_id.as_ref().is_none_or(|reference| *reference == order.transaction_id);
    if ours && Query::order(&answer.order_no).is_ok() {
        return Ordered::Accepted { order_no: answer.order_no };
    }
    Ordered::Unknown { reason: "accepted, but under a number that is none or another order's".to_owned() }
}

/// A stable word for why a package cannot be bought.
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

/// Whether calls to an address never leave this machine.
#[must_use]
pub fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
