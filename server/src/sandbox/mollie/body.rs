//! The strict part: parameters are taken out of a body one by one, and any leftover is refused.
//!
//! A subset of Mollie's parameters: each one that is read exists there with the same name and type. The double refuses
//! what it would have to ignore, as Mollie refuses unknown names: better a refusal in a test than a parameter without
//! effect.

use std::net::IpAddr;

use axum::http::StatusCode;
use serde_json::{Map, Value};
use url::{Host, Url};

use super::errors::Refusal;
use crate::sandbox::money::Currency;

/// Longer descriptions are truncated.
const DESCRIPTION_LIMIT: usize = 255;

/// About what Mollie stores, in bytes of JSON.
const METADATA_LIMIT: usize = 1_024;

/// An amount as sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Money {
    /// Smallest unit of the currency, positive.
    pub amount: i64,
    /// Its currency.
    pub currency: Currency,
}

/// The parameters that have not been taken out yet.
#[derive(Debug)]
pub struct Body(Map<String, Value>);

impl Body {
    /// Parses a body; an empty one has no parameters.
    pub fn read(text: &[u8]) -> Result<Self, Refusal> {
        if text.is_empty() {
            return Ok(Self(Map::new()));
        }
        match serde_json::from_slice(text) {
            Ok(Value::Object(fields)) => Ok(Self(fields)),
            _ => Err(Refusal::new(StatusCode::BAD_REQUEST, "The request body is not a JSON object.")),
        }
    }

    /// Refuses any leftover.
    pub fn finish(self) -> Result<(), Refusal> {
        match self.0.keys().next() {
            Some(name) => {
                let detail = format!("Non-existent body parameter \"{name}\" for this API call.");
                Err(Refusal::unprocessable(name, detail))
            }
            None => Ok(()),
        }
    }

    /// A parameter that is present and not null.
    fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    /// An optional text. `what` is its name in a refusal.
    fn text(&mut self, name: &str, what: &str) -> Result<Option<String>, Refusal> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Refusal::unprocessable(name, format!("The {what} is invalid"))),
        }
    }

    /// A description, truncated where it is too long.
    pub fn description(&mut self) -> Result<Option<String>, Refusal> {
        let text = self.text("description", "description")?;
        if text.as_ref().is_some_and(|text| text.trim().is_empty()) {
            return Err(Refusal::unprocessable("description", "The description is invalid"));
        }
        Ok(text.map(|text| text.chars().take(DESCRIPTION_LIMIT).collect()))
    }

    /// One of these words, if present.
    pub fn choice(&mut self, name: &str, what: &str, words: &[&str]) -> Result<Option<String>, Refusal> {
        let text = self.text(name, what)?;
        match text {
            Some(text) if !words.contains(&text.as_str()) => {
                Err(Refusal::unprocessable(name, format!("The {what} is invalid")))
            }
            text => Ok(text),
        }
    }

    /// An http or https address, as sent.
    pub fn url(&mut self, name: &str, what: &str) -> Result<Option<String>, Refusal> {
        match self.text(name, what)? {
            Some(text) if web_address(&text).is_none() => {
                Err(Refusal::unprocessable(name, format!("The {what} is invalid")))
            }
            text => Ok(text),
        }
    }

    /// An address that Mollie could call.
    pub fn webhook_url(&mut self) -> Result<Option<String>, Refusal> {
        let text = self.url("webhookUrl", "webhook URL")?;
        if text.as_deref().and_then(web_address).is_some_and(|url| is_out_of_reach(&url)) {
            let detail = "The webhook URL is invalid because it is unreachable from Mollie's point of view";
            return Err(Refusal::unprocessable("webhookUrl", detail));
        }
        Ok(text)
    }

    /// Any value, returned as sent.
    pub fn metadata(&mut self) -> Result<Value, Refusal> {
        let metadata = self.take("metadata").unwrap_or(Value::Null);
        if metadata.to_string().len() > METADATA_LIMIT {
            return Err(Refusal::unprocessable("metadata", "The metadata is too large"));
        }
        Ok(metadata)
    }

    /// An amount in a known currency, with exactly its digits.
    pub fn amount(&mut self) -> Result<Money, Refusal> {
        let sent = self.take("amount").ok_or_else(|| Refusal::missing("amount"))?;
        let invalid = |field| Refusal::unprocessable(field, "The amount contains an invalid value");
        let fields = sent.as_object().ok_or_else(|| invalid("amount"))?;
        let of = |name| fields.get(name).and_then(Value::as_str);
        let code = of("currency").ok_or_else(|| Refusal::missing("amount.currency"))?;
        // Codes are in capitals here, and Mollie accepts no currency with three decimals.
        let currency = Currency::find(code).filter(|it| it.code.to_ascii_uppercase() == code && it.exponent < 3);
        let currency = currency
            .ok_or_else(|| Refusal::unprocessable("amount.currency", "The amount contains an invalid currency"))?;
        let amount = of("value").and_then(|text| currency.parse(text)).ok_or_else(|| invalid("amount.value"))?;
        if fields.len() > 2 {
            return Err(invalid("amount"));
        }
        if amount <= 0 {
            return Err(Refusal::unprocessable("amount", "The amount is lower than the minimum"));
        }
        Ok(Money { amount, currency })
    }

    /// The payment method: one word, or a list of them.
    pub fn method(&mut self, words: &[&str]) -> Result<Option<String>, Refusal> {
        let invalid = || Refusal::unprocessable("method", "The payment method is invalid");
        match self.take("method") {
            None => Ok(None),
            Some(Value::String(word)) if words.contains(&word.as_str()) => Ok(Some(word)),
            Some(Value::Array(list)) if !list.is_empty() => {
                let known = list.iter().all(|word| word.as_str().is_some_and(|word| words.contains(&word)));
                // The buyer chooses from a list; a list of one has already chosen.
                let only = list.first().filter(|_| list.len() == 1).and_then(Value::as_str).map(str::to_owned);
                if known { Ok(only) } else { Err(invalid()) }
            }
            Some(_) => Err(invalid()),
        }
    }
}

fn web_address(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

/// Whether only this machine or its network could call an address. Not the shop's own rule: a double must not share its
/// mistakes.
fn is_out_of_reach(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => !name.contains('.') || name.ends_with(".localhost") || name.ends_with(".local"),
        Some(Host::Ipv4(address)) => {
            let [first, second, ..] = address.octets();
            matches!((first, second), (0 | 10 | 127, _) | (169, 254) | (172, 16..=31) | (192, 168))
        }
        Some(Host::Ipv6(address)) => {
            let IpAddr::V6(address) = IpAddr::V6(address).to_canonical() else { return true };
            address.is_loopback() || address.is_unspecified() || address.segments()[0] >= 0xfc00
        }
        None => true,
    }
}
