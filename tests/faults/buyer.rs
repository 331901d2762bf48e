//! A person with a browser: patient, forgetful, remembering every answer that was given.

use std::sync::Arc;
use std::time::Duration;

use rand::distr::{Alphanumeric, SampleString as _};
use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use serde_json::{Value, json};
use tokio::sync::{Mutex, watch};

use crate::machine::Trouble;
use crate::plan::{Deed, LIMITED, Wish};
use crate::provider::Provider;

/// Pause before a failed request is sent again.
const BREATH: Duration = Duration::from_millis(120);

/// Where the shop is, and whether it is time to give up.
#[derive(Clone)]
pub struct Street {
    pub shop: String,
    pub http: reqwest::Client,
    pub provider: Provider,
    pub closing: watch::Receiver<bool>,
}

/// Everything a person was told, in order.
#[derive(Clone, Debug)]
pub struct Told {
    pub wish: Wish,
    /// Minor units that the page showed for the plan last chosen.
    pub shown: i64,
    /// Sessions of payment pages the shop led to.
    pub pages: Vec<String>,
    /// The session that was paid, as the provider confirmed.
    pub paid: Option<String>,
    /// Payment statuses the return page showed, after the payment.
    pub statuses: Vec<String>,
    /// The first complete answer after the payment.
    pub receipt: Option<Receipt>,
    /// Answers no person should get.
    pub complaints: Vec<String>,
    /// Whether the person got to the end of what they wanted.
    pub finished: bool,
    /// Requests that failed and were sent again.
    pub repeats: u32,
}

/// What the success page said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    pub order_number: String,
    pub ends: String,
    pub amount: i64,
    pub currency: String,
}

/// One browser.
struct Visit {
    street: Street,
    cookie: Mutex<Option<String>>,
    told: Mutex<Told>,
}

/// Where pressing Buy led.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pressed {
    /// To a payment page.
    Page(String),
    /// To our own page, because it is paid already.
    Paid,
    /// To another price, which is shown and asked about: the last use of the code was taken, or given back.
    OtherPrice(i64),
}

/// Why a visit ends early.
enum Stop {
    /// The run is over.
    Closing,
    /// What was answered ends the story.
    Refused,
}

/// Lives through one wish.
pub async fn visit(wish: Wish, street: Street) -> Told {
    let told = Told {
        wish,
        shown: 0,
        pages: Vec::new(),
        paid: None,
        statuses: Vec::new(),
        receipt: None,
        complaints: Vec::new(),
        finished: false,
        repeats: 0,
    };
    let visit = Arc::new(Visit { street, cookie: Mutex::default(), told: Mutex::new(told) });
    let finished = visit.clone().live().await.is_ok();
    let mut told = visit.told.lock().await.clone();
    told.finished = finished;
    told
}

impl Visit {
    async fn live(self: Arc<Self>) -> Result<(), Stop> {
        let wish = self.told.lock().await.wish.clone();
        let key = new_key();
        let shown = self.shown_price(wish.package).await?;
        let first = match wish.deed {
            Deed::ClicksThrice => self.click_thrice(wish.package, shown, &key).await?,
            _ => self.check_out(wish.package, shown, &key).await?,
        };
        let Some(first) = first else { return self.complain("no payment page was given").await };
        let page = match wish.deed {
            Deed::WalksAway => return Ok(()),
            Deed::IsDeclinedFirst => {
                self.at_page(&first, "decline").await?;
                first
            }
            Deed::LetsItExpire => {
                self.at_page(&first, "expire").await?;
                self.next_page(wish.package, shown, &first).await?
            }
            Deed::ChangesMind => {
                let shown = self.shown_price(wish.other_package).await?;
                self.next_page(wish.other_package, shown, &first).await?
            }
            Deed::LooksTooEarly => {
                let status = self.ask(&first).await?["payment_status"].as_str().unwrap_or_default().to_owned();
                if status != "pending" {
                    self.complain(&format!("told {status} before anything was paid")).await?;
                }
                first
            }
            Deed::Pays | Deed::PaysAndLeaves | Deed::ClicksThrice | Deed::BuysTwiceByMistake => first,
        };
        self.at_page(&page, "pay").await?;
        self.told.lock().await.paid = Some(page.clone());
        if wish.deed == Deed::PaysAndLeaves {
            return Ok(());
        }
        self.wait_for_receipt(&page).await?;
        if wish.deed == Deed::BuysTwiceByMistake
            && let Pressed::Page(second) = self.press_buy(wish.package, self.shown().await, &new_key()).await?
        {
            self.complain(&format!("Back and Buy led to another payment page, {second}")).await?;
        }
        // Later looks, through whatever happens meanwhile, must not contradict the first.
        for _ in 0..2 {
            self.pause(Duration::from_millis(700)).await?;
            self.wait_for_receipt(&page).await?;
        }
        Ok(())
    }

    /// What the buy page shows for a plan: the amount due today, in minor units.
    async fn shown_price(&self, package: &str) -> Result<i64, Stop> {
        let wish = self.told.lock().await.wish.clone();
        let code = wish.code.map(|code| format!("?discount_code={code}")).unwrap_or_default();
        let path = format!("/api/subscription/get_initial_data{code}");
        let (_, body) = self.until_answered(|| self.street.http.get(format!("{}{path}", self.street.shop))).await?;
        let packages = body["packages"].as_array().cloned().unwrap_or_default();
        let plan = packages.iter().find(|one| one["product_id"] == package);
        let prices = plan.and_then(|plan| plan["billing_amount"].as_array()).cloned().unwrap_or_default();
        let price = prices.iter().find(|price| price["currency"] == wish.currency);
        let Some(amount) = price.and_then(|price| price["unit_amount"].as_i64()) else {
            self.complain("the page shows no price").await?;
            return Err(Stop::Refused);
        };
        self.told.lock().await.shown = amount;
        Ok(amount)
    }

    /// Presses Buy, and once more when asked about another price. `None`: it is paid already.
    async fn check_out(&self, package: &str, shown: i64, key: &str) -> Result<Option<String>, Stop> {
        let (mut shown, mut key) = (shown, key.to_owned());
        loop {
            match self.press_buy(package, shown, &key).await? {
                Pressed::Page(session) => return Ok(Some(session)),
                Pressed::Paid => return Ok(None),
                Pressed::OtherPrice(asked) => (shown, key) = (asked, new_key()),
            }
        }
    }

    /// Presses Buy until it is answered.
    async fn press_buy(&self, package: &str, shown: i64, key: &str) -> Result<Pressed, Stop> {
        let wish = self.told.lock().await.wish.clone();
        let body = json!({
            "email": wish.email, "selectedPackage": package, "currency": wish.currency, "code": wish.code,
            "expected_amount": shown, "language": wish.language, "return_to": "/buy",
        });
        let path = format!("{}/api/subscription/get_checkout_link", self.street.shop);
        let request =
            || self.street.http.post(&path).header("idempotency-key", key).header(CONTENT_TYPE, "application/json");
        let (status, answer) = self.until_answered(|| request().body(body.to_string())).await?;
        let other_price = answer["quote"]["due_now"].as_i64().filter(|_| answer["code"] == "price_changed");
        // Only a code of which few are left may change a price in these runs.
        if let Some(asked) = other_price.filter(|asked| wish.code == Some(LIMITED) && *asked != shown) {
            return Ok(Pressed::OtherPrice(asked));
        }
        let Some(url) = answer["checkout_url"].as_str().filter(|_| status.is_success()) else {
            self.complain(&format!("Buy was refused: {status} {answer}")).await?;
            return Err(Stop::Refused);
        };
        if !url.starts_with(&self.street.provider.url) {
            return Ok(Pressed::Paid);
        }
        let session = url.rsplit('/').next().unwrap_or_default().to_owned();
        let mut told = self.told.lock().await;
        told.shown = shown;
        if !told.pages.contains(&session) {
            told.pages.push(session.clone());
        }
        Ok(Pressed::Page(session))
    }

    async fn shown(&self) -> i64 {
        self.told.lock().await.shown
    }

    /// Presses Buy again for what must be another page than the first.
    async fn next_page(&self, package: &str, shown: i64, first: &str) -> Result<String, Stop> {
        match self.check_out(package, shown, &new_key()).await? {
            Some(page) if page != first => Ok(page),
            other => {
                self.complain(&format!("another try led to {other:?}")).await?;
                Err(Stop::Refused)
            }
        }
    }

    async fn click_thrice(
        self: &Arc<Self>,
        package: &'static str,
        shown: i64,
        key: &str,
    ) -> Result<Option<String>, Stop> {
        let clicks: Vec<_> = (0..3)
            .map(|_| {
                let (visit, key) = (self.clone(), key.to_owned());
                tokio::spawn(async move { visit.press_buy(package, shown, &key).await })
            })
            .collect();
        let mut led_to = Vec::new();
        for click in clicks {
            led_to.push(click.await.map_err(|_| Stop::Refused)??);
        }
        led_to.dedup();
        let mut pages: Vec<_> = led_to.iter().filter(|one| !matches!(one, Pressed::OtherPrice(_))).collect();
        pages.dedup();
        if pages.len() > 1 {
            self.complain(&format!("three clicks led to {pages:?}")).await?;
        }
        match pages.first() {
            Some(Pressed::Page(session)) => Ok(Some(session.clone())),
            Some(_) => Ok(None),
            None => self.check_out(package, shown, &new_key()).await,
        }
    }

    /// At the provider's page, which is always there.
    async fn at_page(&self, session: &str, deed: &str) -> Result<(), Stop> {
        match self.street.provider.at_page(session, deed).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(status)) => {
                self.complain(&format!("the page {session} could not be used to {deed}: {status}")).await?;
                Err(Stop::Refused)
            }
            Err(error) => {
                self.complain(&format!("the provider is gone: {error}")).await?;
                Err(Stop::Refused)
            }
        }
    }

    /// The return page: asks until it shows the receipt, which must be the one it showed before.
    async fn wait_for_receipt(&self, session: &str) -> Result<(), Stop> {
        loop {
            let answer = self.ask(session).await?;
            let status = answer["payment_status"].as_str().unwrap_or_default().to_owned();
            self.told.lock().await.statuses.push(status.clone());
            if status == "failed" {
                self.complain("told failed after paying").await?;
            }
            if let ("paid", Some(ends)) = (status.as_str(), answer["subscriptionEndDate"].as_str()) {
                let receipt = Receipt {
                    order_number: answer["orderId"].as_str().unwrap_or_default().to_owned(),
                    ends: ends.to_owned(),
                    amount: answer["amount"].as_i64().unwrap_or_default(),
                    currency: answer["currency"].as_str().unwrap_or_default().to_owned(),
                };
                let mut told = self.told.lock().await;
                let earlier = told.receipt.get_or_insert_with(|| receipt.clone()).clone();
                if earlier != receipt {
                    told.complaints.push(format!("the receipt changed from {earlier:?} to {receipt:?}"));
                }
                return Ok(());
            }
            self.pause(Duration::from_millis(200)).await?;
        }
    }

    async fn ask(&self, session: &str) -> Result<Value, Stop> {
        let path = format!("{}/api/subscription/verify", self.street.shop);
        let body = json!({ "session_id": session }).to_string();
        let request = || self.street.http.post(&path).header(CONTENT_TYPE, "application/json").body(body.clone());
        let (status, answer) = self.until_answered(request).await?;
        // "failed" answers 200 as well; a refusal means that the shop does not know its own page.
        if !status.is_success() {
            self.complain(&format!("the return page was refused: {status} {answer}")).await?;
            return Err(Stop::Refused);
        }
        Ok(answer)
    }

    /// Sends a request with this browser's cookie until it is answered by something else than trouble.
    async fn until_answered(&self, request: impl Fn() -> reqwest::RequestBuilder) -> Result<(StatusCode, Value), Stop> {
        loop {
            match self.send(request()).await {
                Ok((status, body)) if !status.is_server_error() => return Ok((status, body)),
                Ok(_) | Err(_) => {
                    self.told.lock().await.repeats += 1;
                    self.pause(BREATH).await?;
                }
            }
        }
    }

    async fn send(&self, mut request: reqwest::RequestBuilder) -> Result<(StatusCode, Value), Trouble> {
        if let Some(cookie) = &*self.cookie.lock().await {
            request = request.header(COOKIE, cookie);
        }
        let answer = request.send().await?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        let text = answer.text().await?;
        // A browser takes the cookie from the head; one whose answer broke off half-way is asked for again anyway.
        for set in headers.get_all(SET_COOKIE) {
            let pair = set.to_str()?.split(';').next().unwrap_or_default();
            *self.cookie.lock().await = Some(pair.to_owned());
        }
        Ok((status, serde_json::from_str(&text)?))
    }

    async fn pause(&self, time: Duration) -> Result<(), Stop> {
        let mut closing = self.street.closing.clone();
        tokio::select! {
            () = tokio::time::sleep(time) => Ok(()),
            _ = closing.wait_for(|closing| *closing) => Err(Stop::Closing),
        }
    }

    async fn complain(&self, what: &str) -> Result<(), Stop> {
        self.told.lock().await.complaints.push(what.to_owned());
        Ok(())
    }
}

/// A key for one attempt, as the page makes it.
fn new_key() -> String {
    Alphanumeric.sample_string(&mut rand::rng(), 24)
}
