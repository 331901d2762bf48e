//! The packages on sale: made from places and sizes, the same every time, save for prices that a test changed.

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::errors::{Answered, Refusal, obj, read};
use super::places::{COUNTRIES, GLOBAL, PLACES, Place};
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

/// A price a test chose, by package code.
const PRICE: &str = "esim.price";

const MEGABYTE: i64 = 1_024 * 1_024;

/// Days within which an eSIM must be installed.
pub const INSTALL_WITHIN: i64 = 180;

/// One package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    pub code: String,
    pub slug: String,
    pub name: String,
    /// US dollars times 10000; of a daily one, for a day.
    pub price: i64,
    /// Bytes; of a daily one, for a day.
    pub volume: i64,
    pub days: u32,
    /// Slower after a day's allowance, and ordered for a number of days.
    pub daily: bool,
    pub place: &'static str,
    pub countries: &'static [&'static str],
}

/// Megabytes, days, and per cent of the rate that is asked at this size.
const SIZES: [(i64, u32, i64); 8] = [
    (512, 7, 120),
    (1_024, 7, 100),
    (1_024, 30, 110),
    (3_072, 30, 95),
    (5_120, 30, 90),
    (10_240, 30, 84),
    (20_480, 30, 78),
    (51_200, 90, 72),
];

/// Megabytes a day, and per cent of the rate.
const DAILY: [(i64, i64); 2] = [(1_024, 75), (2_048, 70)];

/// Every package at its own price.
pub fn all() -> impl Iterator<Item = Package> {
    PLACES.iter().flat_map(|place| {
        let fixed = SIZES.iter().map(move |(megabytes, days, share)| fixed(place, *megabytes, *days, *share));
        fixed.chain(DAILY.iter().map(move |(megabytes, share)| daily(place, *megabytes, *share)))
    })
}

fn fixed(place: &Place, megabytes: i64, days: u32, share: i64) -> Package {
    let (size, unit) = size(megabytes);
    package(place, format!("{}_{size}_{days}", place.code), format!("{} {size}{unit} {days}Days", place.name), {
        (megabytes, days, share, false)
    })
}

fn daily(place: &Place, megabytes: i64, share: i64) -> Package {
    let (size, unit) = size(megabytes);
    let (slug, name) = (format!("{}_{size}_Daily", place.code), format!("{} {size}{unit}/Day", place.name));
    package(place, slug, name, (megabytes, 1, share, true))
}

fn package(place: &Place, slug: String, name: String, of: (i64, u32, i64, bool)) -> Package {
    let (megabytes, days, share, daily) = of;
    // A code that stays when the list grows.
    let code = hex::encode(&Sha256::digest(&slug)[..5]);
    let price = place.rate * megabytes * share / (1_024 * 100) / 100 * 100;
    Package {
        code,
        slug,
        name,
        price,
        volume: megabytes * MEGABYTE,
        days,
        daily,
        place: place.code,
        countries: place.countries,
    }
}

/// `3 GB`, `512 MB`
fn size(megabytes: i64) -> (i64, &'static str) {
    if megabytes % 1_024 == 0 { (megabytes / 1_024, "GB") } else { (megabytes, "MB") }
}

/// The package of a code or alias, at today's price.
pub async fn find(work: &mut Work, named: &str) -> Result<Option<Package>, SandboxError> {
    match all().find(|package| package.code == named || package.slug == named) {
        Some(package) => priced(work, package).await.map(Some),
        None => Ok(None),
    }
}

async fn priced(work: &mut Work, mut package: Package) -> Result<Package, SandboxError> {
    if let Some(price) = work.find(PRICE, &package.code).await?.and_then(|kept| kept["price"].as_i64()) {
        package.price = price;
    }
    Ok(package)
}

/// Changes a price from now on, or back to the usual one.
pub async fn reprice(work: &mut Work, named: &str, price: Option<i64>) -> Result<Option<Value>, SandboxError> {
    let Some(package) = all().find(|package| package.code == named || package.slug == named) else { return Ok(None) };
    match price {
        Some(price) => work.put(PRICE, &package.code, &json!({ "price": price })).await?,
        None => drop(work.remove(PRICE, &package.code).await?),
    }
    Ok(Some(json!({ "package": package.code, "price": price.unwrap_or(package.price) })))
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Wanted {
    location_code: String,
    #[serde(rename = "type")]
    kind: String,
    package_code: String,
    slug: String,
    iccid: String,
}

/// `/package/list`
pub async fn list(work: &mut Work, body: &[u8]) -> Result<Answered, Refusal> {
    let wanted: Wanted = read(body)?;
    if !matches!(wanted.kind.as_str(), "" | "BASE" | "TOPUP") {
        return Err(Refusal::parameter("type"));
    }
    // Nothing of what is sold here can be topped up.
    let listed = all().filter(|package| wanted.kind != "TOPUP" && wanted.fits(package));
    let mut packages = Vec::new();
    for package in listed.collect::<Vec<_>>() {
        packages.push(priced(work, package).await?.document());
    }
    Ok((StatusCode::OK, obj(&json!({ "packageList": packages }))))
}

impl Wanted {
    fn fits(&self, package: &Package) -> bool {
        let here = match self.location_code.as_str() {
            "" => true,
            "!GL" => package.place == GLOBAL,
            "!RG" => package.countries.len() > 1 && package.place != GLOBAL,
            code => package.place == code,
        };
        let named = |wanted: &str, is: &str| wanted.is_empty() || wanted == is;
        here && named(&self.package_code, &package.code) && named(&self.slug, &package.slug)
    }
}

impl Package {
    /// As the API shows it.
    fn document(&self) -> Value {
        let countries = COUNTRIES.iter().filter(|country| self.countries.contains(&country.code));
        let networks = countries.map(|country| {
            let operators = country.operators.iter();
            json!({
                "locationName": country.name,
                "locationLogo": format!("/img/flags/{}.png", country.code.to_lowercase()),
                "locationCode": country.code,
                "operatorList": operators
                    .map(|operator| json!({ "operatorName": operator, "networkType": "4G/5G" }))
                    .collect::<Vec<_>>(),
            })
        });
        json!({
            "packageCode": self.code,
            "slug": self.slug,
            "name": self.name,
            "price": self.price,
            "currencyCode": "USD",
            "volume": self.volume,
            "smsStatus": 0,
            "dataType": self.data_type(),
            "unusedValidTime": INSTALL_WITHIN,
            "duration": self.days,
            "durationUnit": "DAY",
            "location": self.countries.join(","),
            "locationCode": self.place,
            "description": self.name,
            "activeType": 2,
            "favorite": false,
            "retailPrice": self.price * 2,
            "speed": "4G/5G",
            "ipExport": "NL",
            "supportTopUpType": 1,
            "fupPolicy": self.daily.then_some("512 Kbps"),
            "locationNetworkList": networks.collect::<Vec<_>>(),
        })
    }

    /// 1: in total. 2: a day's, slower after it.
    pub const fn data_type(&self) -> u8 {
        if self.daily { 2 } else { 1 }
    }
}
