//! A person with a browser: patient, forgetful, and recording every answer.

mod checkout;
mod counter;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::{COOKIE, SET_COOKIE};
use serde_json::Value;
use tokio::sync::{Mutex, watch};

use crate::machine::Trouble;
use crate::plan::{Action, By, Scenario, Way};
use crate::provider::Provider;

use counter::Generated;

/// The pause before a failed request is retried.
const BREATH: Duration = Duration::from_millis(120);

/// The shop's address, and whether the run is closing.
#[derive(Clone)]
pub struct Endpoints {
    pub shop: String,
    pub http: reqwest::Client,
    pub provider: Provider,
    pub closing: watch::Receiver<bool>,
}

/// Everything that the shop told a buyer, in order.
#[derive(Clone, Debug)]
pub struct Observed {
    pub scenario: Scenario,
    /// Minor units that the page showed for the last chosen plan.
    pub shown: i64,
    /// Sessions of the hosted pages that the shop led to.
    pub pages: Vec<String>,
    /// The session that was paid, as the provider confirmed.
    pub paid: Option<String>,
    /// Payment statuses the return page showed, after the payment.
    pub statuses: Vec<String>,
    /// The first complete answer after the payment.
    pub receipt: Option<Receipt>,
    /// Whether the shop said that there will be no eSIM.
    pub no_esim: bool,
    /// Answers that no buyer should get.
    pub complaints: Vec<String>,
    /// Whether the buyer reached the end of the scenario.
    pub finished: bool,
    /// Retries of failed requests.
    pub repeats: u32,
}

/// What the success page said, as far as that method's page says it.
#[derive(Clone, PartialEq, Eq)]
pub struct Receipt {
    pub order_number: String,
    pub ends: Option<String>,
    /// Minor units and currency.
    pub amount: Option<(i64, String)>,
    /// The activation code of an eSIM.
    pub code: Option<String>,
}

/// One browser.
struct Visit {
    endpoints: Endpoints,
    cookie: Mutex<Option<String>>,
    observed: Mutex<Observed>,
    /// The key of the last attempt that led to a hosted page; the data page keeps it for a buyer who comes back.
    kept_key: Mutex<Option<String>>,
    /// The payment hash in the return address of each hosted page.
    hashes: Mutex<HashMap<String, String>>,
}

/// The current choice.
#[derive(Clone, Copy, Debug)]
struct Choice {
    way: Way,
    package: &'static str,
    code: Option<&'static str>,
}

impl Choice {
    /// iDEAL accepts only euros.
    fn currency(self, scenario: &Scenario) -> &'static str {
        if self.way.by() == By::Ideal { "EUR" } else { scenario.currency }
    }
}

/// Where pressing Buy led.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pressed {
    /// To a hosted page.
    Page(String),
    /// To the shop's own page, because it is already paid.
    Paid,
    /// To the question whether the buyer wants another one.
    Asked,
    /// To a new price, which the buyer confirms: the last use of the code was taken, or released.
    OtherPrice(i64),
}

/// Why a visit ends early.
enum Stop {
    /// The run is over.
    Closing,
    /// The answer ends the scenario.
    Refused,
}

/// Plays one scenario.
pub async fn visit(scenario: Scenario, endpoints: Endpoints) -> Observed {
    let observed = Observed {
        scenario,
        shown: 0,
        pages: Vec::new(),
        paid: None,
        statuses: Vec::new(),
        receipt: None,
        no_esim: false,
        complaints: Vec::new(),
        finished: false,
        repeats: 0,
    };
    let visit = Arc::new(Visit {
        endpoints,
        cookie: Mutex::default(),
        observed: Mutex::new(observed),
        kept_key: Mutex::default(),
        hashes: Mutex::default(),
    });
    let finished = visit.clone().live().await.is_ok();
    let mut observed = visit.observed.lock().await.clone();
    observed.finished = finished;
    observed
}

impl Visit {
    async fn live(self: Arc<Self>) -> Result<(), Stop> {
        let scenario = self.scenario().await;
        let chosen = Choice { way: scenario.way, package: scenario.package, code: scenario.code };
        let begins = match scenario.action {
            Action::Switches | Action::PaysBoth => Choice { way: chosen.way.otherwise(), ..chosen },
            _ => chosen,
        };
        let key = new_key();
        let shown = self.shown_price(begins).await?;
        let first = match scenario.action {
            Action::ClicksThrice => self.click_thrice(begins, shown, &key).await?,
            _ => self.check_out(begins, shown, &key).await?,
        };
        let Some(first) = first else { return self.complain("no payment page was given").await };
        let Some(page) = self.page_to_pay(&scenario, chosen, shown, &first).await? else { return Ok(()) };
        self.at_page(&page, "pay").await?;
        self.observed.lock().await.paid = Some(page.clone());
        if scenario.action == Action::PaysBoth {
            self.at_page(&first, "pay").await?;
        }
        if scenario.action == Action::PaysAndLeaves {
            return Ok(());
        }
        self.wait_for_receipt(chosen.way, &page).await?;
        if scenario.action == Action::BuysTwiceByMistake && !self.observed.lock().await.no_esim {
            self.buy_twice(chosen).await?;
        }
        // Later looks, despite the faults meanwhile, must not contradict the first.
        for _ in 0..2 {
            self.pause(Duration::from_millis(700)).await?;
            self.wait_for_receipt(chosen.way, &page).await?;
        }
        Ok(())
    }

    /// The key of the page that Back leads to: the data page keeps its key in the history entry.
    async fn key_of_back(&self, way: Way) -> String {
        let kept = self.kept_key.lock().await.clone();
        kept.filter(|_| way.is_esim()).unwrap_or_else(new_key)
    }

    /// Presses Buy on the page that Back leads to, and in a second tab, which has a key of its own: there the shop asks
    /// before it sells the same data again.
    async fn buy_twice(&self, chosen: Choice) -> Result<(), Stop> {
        let key = self.key_of_back(chosen.way).await;
        let back = self.press_buy(chosen, self.shown().await, &key).await?;
        // A released use of a limited code changes the price; that is another scenario.
        if !matches!(back, Pressed::Paid | Pressed::OtherPrice(_)) {
            self.complain(&format!("Back and Buy led to {back:?}")).await?;
        }
        let second_tab = self.press_buy(chosen, self.shown().await, &new_key()).await?;
        let wanted = if chosen.way.is_esim() { Pressed::Asked } else { Pressed::Paid };
        if second_tab != wanted && !matches!(second_tab, Pressed::OtherPrice(_)) {
            self.complain(&format!("Buy in a second tab led to {second_tab:?}")).await?;
        }
        Ok(())
    }

    /// Acts at the provider's page, which is always up.
    async fn at_page(&self, session: &str, action: &str) -> Result<(), Stop> {
        match self.endpoints.provider.at_page(session, action).await {
            Ok(Ok(observed)) => {
                // By card the return address after success, by iDEAL the one after any outcome.
                let back = observed["success_url"].as_str().or(observed["redirectUrl"].as_str());
                let address = back.and_then(|address| url::Url::parse(address).ok());
                let hash = address.and_then(|address| hash_in(&address));
                self.hashes.lock().await.extend(hash.map(|hash| (session.to_owned(), hash)));
                Ok(())
            }
            Ok(Err(status)) => {
                self.complain(&format!("the page {session} could not be used to {action}: {status}")).await?;
                Err(Stop::Refused)
            }
            Err(error) => {
                self.complain(&format!("the provider is gone: {error}")).await?;
                Err(Stop::Refused)
            }
        }
    }

    /// The return page: polls until it shows the receipt, which must equal the earlier one. For an eSIM that cannot be
    /// made it says so.
    async fn wait_for_receipt(&self, way: Way, page: &str) -> Result<(), Stop> {
        loop {
            let look = self.look(way, page).await?;
            self.observed.lock().await.statuses.push(look.status.clone());
            if look.status == "refunded" && way.is_esim() {
                // The money was refunded; the ledgers tell whether that was right.
                return self.hear_of_no_esim().await;
            }
            if matches!(look.status.as_str(), "failed" | "refunded") {
                self.complain(&format!("told {} after paying", look.status)).await?;
            }
            let mut code = None;
            if look.status == "paid" && way.is_esim() {
                match self.generate(&look.order).await? {
                    Generated::Code(made) => {
                        self.must_open_elsewhere(&look.order, page, &made).await?;
                        code = Some(made);
                    }
                    Generated::Pending => {}
                    Generated::None => return self.hear_of_no_esim().await,
                }
            }
            if look.status == "paid" && (look.ends.is_some() || code.is_some()) {
                let receipt = Receipt { order_number: look.order_number, ends: look.ends, amount: look.amount, code };
                let mut observed = self.observed.lock().await;
                if observed.no_esim {
                    observed.complaints.push("got an eSIM after it was said that there is none".to_owned());
                }
                let earlier = observed.receipt.get_or_insert_with(|| receipt.clone()).clone();
                if earlier != receipt {
                    observed.complaints.push(format!("the receipt changed from {earlier:?} to {receipt:?}"));
                }
                return Ok(());
            }
            self.pause(Duration::from_millis(200)).await?;
        }
    }

    async fn hear_of_no_esim(&self) -> Result<(), Stop> {
        let mut observed = self.observed.lock().await;
        observed.no_esim = true;
        if observed.receipt.is_some() {
            observed.complaints.push("was told that there is no eSIM after getting it".to_owned());
        }
        Ok(())
    }

    /// Opens the return page's link on another device: with the hash and no cookie it gets the same eSIM; without the
    /// hash it gets nothing.
    async fn must_open_elsewhere(&self, order: &str, page: &str, code: &str) -> Result<(), Stop> {
        let hash = self.hashes.lock().await.get(page).cloned();
        if self.generate_elsewhere(order, hash.as_deref()).await?.as_deref() != Some(code) {
            self.complain("the link of the return page opened no eSIM, or another, on another device").await?;
        }
        if self.generate_elsewhere(order, None).await?.is_some() {
            self.complain("an order id alone opened an eSIM").await?;
        }
        Ok(())
    }

    /// Retries a request with this browser's cookie until the answer is not a server error.
    async fn until_answered(&self, request: impl Fn() -> reqwest::RequestBuilder) -> Result<(StatusCode, Value), Stop> {
        self.until_answered_to(&self.cookie, request).await
    }

    /// The same, with any browser's cookie.
    async fn until_answered_to(
        &self,
        cookie: &Mutex<Option<String>>,
        request: impl Fn() -> reqwest::RequestBuilder,
    ) -> Result<(StatusCode, Value), Stop> {
        loop {
            match send(cookie, request()).await {
                Ok((status, body)) if !status.is_server_error() => return Ok((status, body)),
                Ok(_) | Err(_) => {
                    self.observed.lock().await.repeats += 1;
                    self.pause(BREATH).await?;
                }
            }
        }
    }

    async fn pause(&self, time: Duration) -> Result<(), Stop> {
        let mut closing = self.endpoints.closing.clone();
        tokio::select! {
            () = tokio::time::sleep(time) => Ok(()),
            _ = closing.wait_for(|closing| *closing) => Err(Stop::Closing),
        }
    }

    async fn complain(&self, what: &str) -> Result<(), Stop> {
        self.observed.lock().await.complaints.push(what.to_owned());
        Ok(())
    }
}

async fn send(
    cookie: &Mutex<Option<String>>,
    mut request: reqwest::RequestBuilder,
) -> Result<(StatusCode, Value), Trouble> {
    if let Some(cookie) = &*cookie.lock().await {
        request = request.header(COOKIE, cookie);
    }
    let answer = request.send().await?;
    let (status, headers) = (answer.status(), answer.headers().clone());
    let text = answer.text().await?;
    // A browser takes the cookie from the head; an answer that breaks off is requested again anyway.
    for set in headers.get_all(SET_COOKIE) {
        let pair = set.to_str()?.split(';').next().unwrap_or_default();
        *cookie.lock().await = Some(pair.to_owned());
    }
    Ok((status, serde_json::from_str(&text)?))
}

impl fmt::Debug for Receipt {
    /// Leaves out the code.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut written = formatter.debug_struct("Receipt");
        written.field("order_number", &self.order_number).field("ends", &self.ends).field("amount", &self.amount);
        written.field("has_code", &self.code.is_some()).finish()
    }
}

fn hash_in(address: &url::Url) -> Option<String> {
    address.query_pairs().find(|(name, _)| name == "hash").map(|(_, hash)| hash.into_owned())
}

/// A key for one attempt, as the page creates it.
fn new_key() -> String {
    format!("{:032x}", rand::random::<u128>())
}
