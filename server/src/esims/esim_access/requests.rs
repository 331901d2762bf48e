//! What we send to eSIM Access.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::error::Unsendable;
use crate::esims::Package;

/// Longest reference that the supplier accepts, in characters.
const REFERENCE_LIMIT: usize = 50;

/// Profiles per page of a query: the supplier's maximum.
const PAGE: u32 = 500;

/// Most days that a daily package can be ordered for.
const MOST_DAYS: u32 = 365;

/// Which packages to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection<'list> {
    /// All packages.
    All,
    /// The packages of one country: ISO 3166-1 alpha-2.
    Country(&'list str),
    /// The packages of several countries.
    Regional,
    /// The packages of the whole world.
    Global,
    /// One package, by its code.
    Code(&'list str),
    /// One package, by its alias.
    Slug(&'list str),
}

/// An order of one eSIM, as the flows describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewOrder {
    /// Our reference: the supplier takes the same reference for the same order, however often it is sent. At most 50
    /// characters of plain text.
    pub transaction_id: String,
    /// The package, by its code or alias.
    pub package_code: String,
    /// What the package costs as far as we know, in US dollars times 10000; of a daily package, per day. The supplier
    /// refuses any other price. `None` accepts its present price.
    pub price_usd_10000: Option<i64>,
    /// The number of days, 1 to 365, of a daily package; `None` for any other.
    pub daily_for: Option<u32>,
}

/// Body of `/package/list`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PackageList {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    location_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    package_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slug: Option<String>,
}

/// Body of `/esim/order`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderEsims {
    transaction_id: String,
    package_info_list: [PackageInfo; 1],
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct PackageInfo {
    package_code: String,
    count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period_num: Option<u32>,
}

/// Body of `/esim/query`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Query {
    #[serde(skip_serializing_if = "Option::is_none")]
    order_no: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    esim_tran_no: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_time: Option<String>,
    pager: Pager,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Pager {
    page_num: u32,
    page_size: u32,
}

/// Body of `/esim/cancel`, `/esim/suspend` and `/esim/unsuspend`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProfileRef {
    esim_tran_no: String,
}

/// Body of `/esim/usage/query`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UsageQuery {
    esim_tran_no_list: [String; 1],
}

/// Body of `/webhook/save`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SaveWebhook {
    webhook: String,
}

impl Selection<'_> {
    /// The request for this selection.
    ///
    /// # Errors
    /// A malformed country or code.
    pub fn request(self) -> Result<PackageList, Unsendable> {
        let all = PackageList { kind: "BASE", location_code: None, package_code: None, slug: None };
        Ok(match self {
            Self::All => all,
            Self::Country(code) => PackageList { location_code: Some(country(code)?), ..all },
            Self::Regional => PackageList { location_code: Some("!RG".to_owned()), ..all },
            Self::Global => PackageList { location_code: Some("!GL".to_owned()), ..all },
            Self::Code(code) => PackageList { package_code: Some(named(code)?), ..all },
            Self::Slug(slug) => PackageList { slug: Some(named(slug)?), ..all },
        })
    }
}

impl NewOrder {
    /// An order of this package at its listed price. A daily package is ordered for `days`.
    #[must_use]
    pub fn of(package: &Package, transaction_id: &str, days: u32) -> Self {
        Self {
            transaction_id: transaction_id.to_owned(),
            package_code: package.code.clone(),
            price_usd_10000: Some(package.price_usd_10000),
            daily_for: package.is_daily().then_some(days),
        }
    }

    /// The request for this order.
    ///
    /// # Errors
    /// A reference, code, price or number of days that the supplier does not accept.
    pub fn request(&self) -> Result<OrderEsims, Unsendable> {
        if self.daily_for.is_some_and(|days| !(1..=MOST_DAYS).contains(&days)) {
            return Err(Unsendable::Days);
        }
        if self.price_usd_10000.is_some_and(|price| price <= 0) {
            return Err(Unsendable::Price);
        }
        let info = PackageInfo {
            package_code: named(&self.package_code)?,
            count: 1,
            price: self.price_usd_10000,
            period_num: self.daily_for,
        };
        Ok(OrderEsims { transaction_id: reference(&self.transaction_id)?, package_info_list: [info] })
    }
}

impl Query {
    /// Queries one order.
    ///
    /// # Errors
    /// A number in another form than the supplier's.
    pub fn order(order_no: &str) -> Result<Self, Unsendable> {
        Ok(Self { order_no: Some(named(order_no)?), pager: page(1), ..Self::default() })
    }

    /// Queries one eSIM.
    ///
    /// # Errors
    /// A number in another form than the supplier's.
    pub fn profile(esim_tran_no: &str) -> Result<Self, Unsendable> {
        Ok(Self { esim_tran_no: Some(named(esim_tran_no)?), pager: page(1), ..Self::default() })
    }

    /// Queries a page, from 1, of all orders between two instants. The supplier counts in minutes.
    #[must_use]
    pub fn between(from: DateTime<Utc>, to: DateTime<Utc>, number: u32) -> Self {
        let minute = |at: DateTime<Utc>| Some(at.format("%Y-%m-%dT%H:%M+00:00").to_string());
        Self { start_time: minute(from), end_time: minute(to), pager: page(number), ..Self::default() }
    }
}

impl UsageQuery {
    /// Queries the usage of one eSIM.
    ///
    /// # Errors
    /// A number in another form than the supplier's.
    pub fn new(esim_tran_no: &str) -> Result<Self, Unsendable> {
        Ok(Self { esim_tran_no_list: [named(esim_tran_no)?] })
    }
}

impl ProfileRef {
    /// Names one eSIM.
    ///
    /// # Errors
    /// A number in another form than the supplier's.
    pub fn new(esim_tran_no: &str) -> Result<Self, Unsendable> {
        Ok(Self { esim_tran_no: named(esim_tran_no)? })
    }
}

impl SaveWebhook {
    /// Registers the URL of a webhook.
    #[must_use]
    pub fn new(address: &url::Url) -> Self {
        Self { webhook: address.to_string() }
    }
}

const fn page(number: u32) -> Pager {
    Pager { page_num: number, page_size: PAGE }
}

fn reference(text: &str) -> Result<String, Unsendable> {
    let plain = (1..=REFERENCE_LIMIT).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    if plain { Ok(text.to_owned()) } else { Err(Unsendable::Reference) }
}

/// A code, alias or number in the supplier's form.
fn named(text: &str) -> Result<String, Unsendable> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    if (1..=64).contains(&text.len()) && text.bytes().all(plain) { Ok(text.to_owned()) } else { Err(Unsendable::Code) }
}

fn country(text: &str) -> Result<String, Unsendable> {
    let plain = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    if plain { Ok(text.to_ascii_uppercase()) } else { Err(Unsendable::Code) }
}
