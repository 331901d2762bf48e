//! Signing in, and what a signed-in customer sees.

mod a_year;
mod billing;
mod charge_days;
mod charge_notices;
mod charge_refunds;
mod chargebacks;
mod data;
mod deletion;
mod disputed_esims;
pub(crate) mod disputes;
pub(crate) mod email;
mod email_limits;
mod esim_usage;
mod fraud_warnings;
mod language;
pub(crate) mod late_charge;
pub(crate) mod later_charges;
mod letters;
mod limits;
mod lockout;
mod panel;
pub(crate) mod plan_change;
mod receipt;
mod resume;
mod sessions;
mod sign_in;
mod trial;
mod trusted_device;
pub(crate) mod unpaid_renewal;

use std::collections::BTreeMap;

use onefare_tests::{Answer, Browser, IDEAL, Shop, package, twelve_months};
use reqwest::Method;
use reqwest::header::SET_COOKIE;
use serde_json::{Value, json};

pub const AMAL: &str = "amal@example.com";
pub const SEND: &str = "/panel/verify-otp";
pub const CHECK: &str = "/panel/manage-subscription";
pub const SESSIONS: &str = "/api/account/sessions";

/// A browser that keeps every cookie, as people's browsers do.
#[derive(Clone, Debug, Default)]
pub struct Visitor {
    pub cookies: BTreeMap<String, String>,
}

impl Visitor {
    pub async fn send(&mut self, shop: &Shop, method: Method, path: &str, body: Option<Value>) -> Answer {
        let pairs: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut carrier = Browser { cookie: (!pairs.is_empty()).then(|| pairs.join("; ")) };
        let answer = shop.send(&mut carrier, method, path, body).await;
        for set in answer.headers.get_all(SET_COOKIE) {
            let (name, value) = set.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap();
            match value {
                "" => self.cookies.remove(name),
                value => self.cookies.insert(name.to_owned(), value.to_owned()),
            };
        }
        answer
    }

    pub async fn post(&mut self, shop: &Shop, path: &str, body: Value) -> Answer {
        self.send(shop, Method::POST, path, Some(body)).await
    }

    pub async fn get(&mut self, shop: &Shop, path: &str) -> Answer {
        self.send(shop, Method::GET, path, None).await
    }

    pub async fn ask(&mut self, shop: &Shop, email: &str) -> Answer {
        self.post(shop, SEND, json!({ "email": email })).await
    }

    pub async fn type_code(&mut self, shop: &Shop, email: &str, code: &str) -> Answer {
        self.post(shop, CHECK, json!({ "email": email, "otp": code })).await
    }

    /// Requests a code and reads it in the letter.
    pub async fn code(&mut self, shop: &Shop, email: &str) -> String {
        // An earlier requested letter may still be in flight.
        shop.until_idle().await;
        let before = codes_to(shop, email).await.len();
        assert_eq!(self.ask(shop, email).await.text, r#"{"success":true}"#);
        for _ in 0..600 {
            let codes = codes_to(shop, email).await;
            if codes.len() > before {
                return codes.first().unwrap().clone();
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("no letter with a code to {email}");
    }

    /// A browser whose owner has signed in.
    pub async fn signed_in(shop: &Shop, email: &str) -> Self {
        let mut visitor = Self::default();
        let code = visitor.code(shop, email).await;
        is_welcome(&visitor.type_code(shop, email, &code).await);
        visitor
    }
}

/// The codes mailed to an address, newest first.
pub async fn codes_to(shop: &Shop, email: &str) -> Vec<String> {
    let letters = shop.letters_to(&email.to_lowercase(), 0).await;
    letters.iter().filter_map(|letter| code_in(letter["text"].as_str().unwrap())).collect()
}

fn code_in(text: &str) -> Option<String> {
    let line = text.lines().map(str::trim).find(|line| line.len() == 4 && line.bytes().all(|b| b.is_ascii_digit()))?;
    Some(line.to_owned())
}

/// Any code but this one.
pub fn other_than(code: &str) -> String {
    format!("{:04}", (code.parse::<u32>().unwrap() + 1) % 10_000)
}

/// Begins a trial for [`AMAL`].
pub async fn on_trial(shop: &Shop) {
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, crate::order::trial::trial(AMAL)).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await;
}

/// Buys three months for [`AMAL`], paid once by iDEAL.
pub async fn paid_once(shop: &Shop) {
    let mut browser = Browser::default();
    let payment = Shop::session_of(&shop.deal(&mut browser, IDEAL, package(3, AMAL, 1499)).await);
    let hash = shop.hash_of(&payment).await;
    shop.at_bank(&payment, "paid").await;
    shop.status_until_known(&mut browser, &hash).await;
}

/// Buys a plan, so that the address has an account, and returns the order's number.
pub async fn customer(shop: &Shop, email: &str) -> String {
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, twelve_months(email, "AED", 15000)).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await.body["orderId"].as_str().unwrap().to_owned()
}

#[track_caller]
pub fn is_welcome(answer: &Answer) {
    assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, r#"{"success":true,"redirect_url":"/panel"}"#));
}

#[track_caller]
pub fn is_refused(answer: &Answer) {
    let sentence = r#"{"success":false,"code":"otp_invalid","message":"Invalid OTP. Please try again."}"#;
    assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, sentence));
    assert!(answer.headers.get(SET_COOKIE).is_none(), "{:?}", answer.headers);
}
