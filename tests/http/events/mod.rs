//! Events: only with consent, each forwarded once, none after a withdrawal.

mod consent;
mod forwarding;
mod pages;
mod receiver;

use onefare_server::clock::Clock;
use onefare_tests::{Answer, Browser, Data, Shop, start_of_story, twelve_months};
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, SET_COOKIE};
use serde_json::{Value, json};

use receiver::Receiver;

/// A shop that forwards events to the receiver.
async fn shop_with(receiver: &Receiver) -> Shop {
    let settings = receiver.settings.clone();
    Shop::start_set(Data::new().await, Clock::manual(start_of_story()), |config| {
        config.events = Some(settings);
        config.pace.status_life = std::time::Duration::ZERO;
    })
    .await
}

/// A browser with both of its cookies.
#[derive(Debug, Default)]
struct Visitor {
    buyer: Option<String>,
    consent: Option<String>,
}

impl Visitor {
    fn browser(&self) -> Browser {
        let both: Vec<&str> = [&self.buyer, &self.consent].into_iter().flatten().map(String::as_str).collect();
        Browser { cookie: (!both.is_empty()).then(|| both.join("; ")) }
    }

    async fn post(&mut self, shop: &Shop, path: &str, body: Value) -> Answer {
        let answer = shop.send(&mut self.browser(), Method::POST, path, Some(body)).await;
        self.keep(&answer);
        answer
    }

    /// Submits the banner's form from a page.
    async fn answers(&mut self, shop: &Shop, choice: &str, page: &str) -> Answer {
        let request = shop.http.post(format!("{}/api/consent", shop.shop)).header("referer", page.to_owned());
        let request =
            request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(format!("choice={choice}"));
        let answer = shop.finish(&mut self.browser(), request).await;
        self.keep(&answer);
        answer
    }

    fn keep(&mut self, answer: &Answer) {
        for set in answer.headers.get_all(SET_COOKIE) {
            let pair = set.to_str().unwrap().split(';').next().unwrap().to_owned();
            if pair.starts_with("consent=") {
                self.consent = Some(pair);
            } else {
                self.buyer = Some(pair);
            }
        }
    }

    /// Buys a year and pays for it; returns the session.
    async fn pays(&mut self, shop: &Shop, email: &str) -> String {
        let mut body = twelve_months(email, "AED", 15_000);
        body["im_ref"] = "partner-7".into();
        body["fb_params"] = json!({ "addToCartId": "cart-1", "strange": 1 });
        let session = Shop::session_of(&self.post(shop, "/api/subscription/get_checkout_link", body).await);
        shop.at_pay_page(&session, "pay").await;
        shop.verify_until_known(&mut self.browser(), &session).await;
        session
    }
}
