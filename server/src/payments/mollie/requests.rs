//! Turns our payments into Mollie's parameters.
//!
//! Amounts are text with exactly the currency's digits; iDEAL accepts only euros. With an API key neither profile nor
//! test mode is sent: the key implies both.

use std::net::{Ipv4Addr, Ipv6Addr};

use onefare_core::currency::Currency;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::provider_amount::{ProviderAmountError, to_mollie};
use serde::Serialize;
use url::{Host, Url};

/// Mollie silently truncates longer descriptions.
const DESCRIPTION_LIMIT: usize = 255;

/// A new iDEAL payment, as the flows describe it.
#[derive(Clone, Debug)]
pub struct NewPayment {
    /// Our payment; also the root of the idempotency key.
    pub payment_id: String,
    /// Our order.
    pub order_id: String,
    /// Its name on the pay page and the buyer's bank statement, in the buyer's language.
    pub description: String,
    /// The language of the pay page.
    pub language: Language,
    /// The amount due, in euros.
    pub amount: Money,
    /// Where the buyer returns to, paid or not: the URL does not tell which.
    pub redirect_url: Url,
    /// Where a buyer who cancels returns to.
    pub cancel_url: Url,
    /// Where Mollie sends its webhook events. Sent only when Mollie can reach it: Mollie would refuse the payment
    /// otherwise.
    pub webhook_url: Url,
}

/// A refund, as the flows describe it.
#[derive(Clone, Debug)]
pub struct NewRefund {
    /// Ours; the root of its idempotency key.
    pub refund_id: String,
    /// Our payment.
    pub payment_id: String,
    /// Our order.
    pub order_id: String,
    /// The amount to refund: at most what was paid.
    pub amount: Money,
    /// Its name on the buyer's bank statement.
    pub description: String,
}

/// Why Mollie's API cannot express a payment or refund: a mistake of ours, never of the buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPayment {
    /// iDEAL accepts only euros.
    #[error("an iDEAL payment is in euros")]
    NotEuros,
    /// An amount that Mollie does not accept.
    #[error(transparent)]
    Amount(#[from] ProviderAmountError),
    /// Mollie requires a description.
    #[error("a payment has a description")]
    NoDescription,
}

/// Body of `POST /v2/payments`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreatePayment {
    pub(super) amount: Amount,
    description: String,
    method: Method,
    redirect_url: String,
    cancel_url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    webhook_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    locale: Option<&'static str>,
    metadata: PaymentIds,
}

/// Body of `POST /v2/payments/{id}/refunds`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CreateRefund {
    pub(super) amount: Amount,
    description: String,
    metadata: RefundIds,
}

/// Body of `DELETE /v2/payments/{id}`: nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CancelPayment {}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Amount {
    pub(super) currency: String,
    pub(super) value: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Method {
    /// Its public name is "iDEAL | Wero"; the API kept the old one.
    Ideal,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct PaymentIds {
    order_id: String,
    payment_id: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct RefundIds {
    order_id: String,
    payment_id: String,
    refund_id: String,
}

impl NewPayment {
    /// The request for this payment.
    ///
    /// # Errors
    /// See [`InvalidPayment`].
    pub fn request(&self) -> Result<CreatePayment, InvalidPayment> {
        if self.amount.currency() != Currency::Eur {
            return Err(InvalidPayment::NotEuros);
        }
        Ok(CreatePayment {
            amount: amount(self.amount)?,
            description: description(&self.description)?,
            method: Method::Ideal,
            redirect_url: self.redirect_url.to_string(),
            cancel_url: self.cancel_url.to_string(),
            webhook_url: is_reachable(&self.webhook_url).then(|| self.webhook_url.to_string()),
            locale: locale(self.language),
            metadata: PaymentIds { order_id: self.order_id.clone(), payment_id: self.payment_id.clone() },
        })
    }

    /// Key of the call that creates it. Mollie forgets keys after an hour.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}-payment", self.payment_id)
    }
}

impl NewRefund {
    /// The request for this refund.
    ///
    /// # Errors
    /// See [`InvalidPayment`].
    pub fn request(&self) -> Result<CreateRefund, InvalidPayment> {
        Ok(CreateRefund {
            amount: amount(self.amount)?,
            description: description(&self.description)?,
            metadata: RefundIds {
                order_id: self.order_id.clone(),
                payment_id: self.payment_id.clone(),
                refund_id: self.refund_id.clone(),
            },
        })
    }

    /// Key of the call that creates it. Mollie forgets keys after an hour.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}-refund", self.refund_id)
    }
}

fn amount(money: Money) -> Result<Amount, InvalidPayment> {
    let (value, currency) = to_mollie(money)?;
    Ok(Amount { currency, value })
}

fn description(text: &str) -> Result<String, InvalidPayment> {
    let plain: String = text.chars().filter(|letter| !letter.is_control()).take(DESCRIPTION_LIMIT).collect();
    if plain.trim().is_empty() { Err(InvalidPayment::NoDescription) } else { Ok(plain) }
}

/// Mollie's pages have no Arabic: without a locale they use the browser's language.
const fn locale(language: Language) -> Option<&'static str> {
    match language {
        Language::En => Some("en_US"),
        Language::Nl => Some("nl_NL"),
        Language::De => Some("de_DE"),
        Language::Fr => Some("fr_FR"),
        Language::Ar => None,
    }
}

/// Whether Mollie's servers can reach an address: not on this machine, not in a private network, not under a name
/// without public meaning.
fn is_reachable(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => is_public_name(name),
        Some(Host::Ipv4(address)) => is_public_v4(address),
        Some(Host::Ipv6(address)) => is_public_v6(address),
        None => false,
    }
}

/// The names reserved by RFC 6761, RFC 6762 and ICANN (`internal`), and those without a dot, exist in one network only.
fn is_public_name(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    let last = name.rsplit('.').next().unwrap_or(name);
    name.contains('.') && !["localhost", "local", "test", "invalid", "example", "internal"].contains(&last)
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let near = address.is_private() || address.is_loopback() || address.is_link_local();
    !(near || address.is_unspecified() || address.is_documentation())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let inner = address.to_ipv4_mapped();
    let near = address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local();
    inner.map_or(!(near || address.is_unspecified()), is_public_v4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_whole_internet_are_reachable() {
        let reachable = |text: &str| is_reachable(&Url::parse(text).expect("an address"));
        for text in ["https://shop.nl/webhooks/mollie", "https://93.184.216.34/x", "https://[2606:4700::1]/x"] {
            assert!(reachable(text), "{text}");
        }
        for text in [
            "http://localhost:8080/x",
            "http://LOCALHOST./x",
            "http://shop.localhost/x",
            "http://shop.local/x",
            "http://shop.test/x",
            "http://shop/x",
            "http://127.0.0.1/x",
            "http://127.1/x",
            "http://0.0.0.0/x",
            "http://10.1.2.3/x",
            "http://172.16.0.1/x",
            "http://192.168.1.1/x",
            "http://169.254.1.1/x",
            "http://[::1]/x",
            "http://[::]/x",
            "http://[::ffff:192.168.1.1]/x",
            "http://[fd00::1]/x",
            "http://[fe80::1]/x",
        ] {
            assert!(!reachable(text), "{text}");
        }
    }
}
