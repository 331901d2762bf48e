//! Pressing "Buy", once or thrice, and choosing which hosted page to pay.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;

use crate::plan::{Action, By, Scenario, Way, is_limited};

use super::{Choice, Pressed, Stop, Visit, new_key};

impl Visit {
    /// What the buyer does at the first page, and which one they pay then.
    pub(super) async fn page_to_pay(
        &self,
        scenario: &Scenario,
        chosen: Choice,
        shown: i64,
        first: &str,
    ) -> Result<Option<String>, Stop> {
        let by_ideal = chosen.way.by() == By::Ideal;
        match scenario.action {
            Action::WalksAway => return Ok(None),
            // A declined card can be tried again on the same page; a bank's refusal ends it.
            Action::IsDeclinedFirst => {
                self.at_page(first, "decline").await?;
                if by_ideal {
                    return self.next_page(chosen, shown, first).await.map(Some);
                }
            }
            Action::TurnsBack if by_ideal => {
                self.at_page(first, "cancel").await?;
                return self.next_page(chosen, shown, first).await.map(Some);
            }
            Action::TurnsBack => {
                let key = self.key_of_back(chosen.way).await;
                let again = self.check_out(chosen, shown, &key).await?;
                if again.as_deref() != Some(first) {
                    self.complain(&format!("the way back to the page {first} led to {again:?}")).await?;
                }
            }
            Action::LetsItExpire => {
                self.at_page(first, "expire").await?;
                return self.next_page(chosen, shown, first).await.map(Some);
            }
            Action::ChangesMind => {
                // The last uses apply to the longest plan; a buyer who leaves that plan releases the use.
                let code = scenario.code.filter(|code| !is_limited(code) || scenario.other_package == "vpn-12m");
                let other = Choice { package: scenario.other_package, code, ..chosen };
                let shown = self.shown_price(other).await?;
                return self.next_page(other, shown, first).await.map(Some);
            }
            Action::Switches => {
                let shown = self.shown_price(chosen).await?;
                return self.next_page(chosen, shown, first).await.map(Some);
            }
            Action::PaysBoth => {
                self.at_page(first, "keep").await?;
                let shown = self.shown_price(chosen).await?;
                return self.next_page(chosen, shown, first).await.map(Some);
            }
            Action::LooksTooEarly => {
                self.at_page(first, "look").await?;
                self.must_be_pending(chosen.way, first).await?;
            }
            Action::LeavesPending => {
                self.at_page(first, "begin").await?;
                for _ in 0..3 {
                    self.must_be_pending(chosen.way, first).await?;
                    self.pause(Duration::from_millis(500)).await?;
                }
            }
            Action::Pays | Action::PaysAndLeaves | Action::ClicksThrice | Action::BuysTwiceByMistake => {}
        }
        Ok(Some(first.to_owned()))
    }

    pub(super) async fn must_be_pending(&self, way: Way, page: &str) -> Result<(), Stop> {
        let status = self.look(way, page).await?.status;
        if status != "pending" {
            self.complain(&format!("told {status} before anything was paid")).await?;
        }
        Ok(())
    }

    /// Presses Buy, and again after a price change. `None`: already paid.
    pub(super) async fn check_out(&self, choice: Choice, shown: i64, key: &str) -> Result<Option<String>, Stop> {
        let (mut shown, mut key) = (shown, key.to_owned());
        loop {
            match self.press_buy(choice, shown, &key).await? {
                Pressed::Page(session) => return Ok(Some(session)),
                Pressed::Paid => return Ok(None),
                Pressed::Asked => {
                    self.complain("asked about another one before anything was paid").await?;
                    return Err(Stop::Refused);
                }
                Pressed::OtherPrice(asked) => (shown, key) = (asked, new_key()),
            }
        }
    }

    /// Presses Buy until the shop answers.
    pub(super) async fn press_buy(&self, choice: Choice, shown: i64, key: &str) -> Result<Pressed, Stop> {
        let (path, body) = self.purchase(choice, shown).await;
        let body = body.to_string();
        let request = || self.to_shop(Method::POST, path).header("idempotency-key", key).body(body.clone());
        let (status, answer) = self.until_answered(request).await?;
        // The answer carries a quote for a subscription, and the amount due for a one-off purchase.
        let observed = answer["quote"]["due_now"].as_i64().or(answer["due"]["due_now"].as_i64());
        let other_price = observed.filter(|_| answer["code"] == "price_changed");
        // In these runs only a code with few uses left may change a price.
        if let Some(asked) = other_price.filter(|asked| choice.code.is_some_and(is_limited) && *asked != shown) {
            return Ok(Pressed::OtherPrice(asked));
        }
        if answer["code"] == "bought_just_now" && answer["bought"]["receipt_url"].is_string() {
            return Ok(Pressed::Asked);
        }
        let holder = if choice.way.is_esim() { &answer["data"] } else { &answer };
        let Some(url) = holder["checkout_url"].as_str().filter(|_| status.is_success()) else {
            self.complain(&format!("Buy was refused: {status} {answer}")).await?;
            return Err(Stop::Refused);
        };
        if !url.starts_with(&self.endpoints.provider.url) {
            return Ok(Pressed::Paid);
        }
        let session =
            url.rsplit('/').next().unwrap_or_default().split(['?', '#']).next().unwrap_or_default().to_owned();
        let mut observed = self.observed.lock().await;
        observed.shown = shown;
        *self.kept_key.lock().await = Some(key.to_owned());
        if !observed.pages.contains(&session) {
            observed.pages.push(session.clone());
        }
        Ok(Pressed::Page(session))
    }

    pub(super) async fn scenario(&self) -> Scenario {
        self.observed.lock().await.scenario.clone()
    }

    pub(super) async fn shown(&self) -> i64 {
        self.observed.lock().await.shown
    }

    /// Presses Buy again for a purchase that must get another page than the first.
    pub(super) async fn next_page(&self, choice: Choice, shown: i64, first: &str) -> Result<String, Stop> {
        match self.check_out(choice, shown, &new_key()).await? {
            Some(page) if page != first => Ok(page),
            other => {
                self.complain(&format!("another try led to {other:?}")).await?;
                Err(Stop::Refused)
            }
        }
    }

    pub(super) async fn click_thrice(
        self: &Arc<Self>,
        choice: Choice,
        shown: i64,
        key: &str,
    ) -> Result<Option<String>, Stop> {
        let clicks: Vec<_> = (0..3)
            .map(|_| {
                let (visit, key) = (self.clone(), key.to_owned());
                tokio::spawn(async move { visit.press_buy(choice, shown, &key).await })
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
            None => self.check_out(choice, shown, &new_key()).await,
        }
    }
}
