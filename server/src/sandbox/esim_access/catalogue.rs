//! The packages on sale: made from places and sizes, always the same, except for the prices and packages that a test
//! changed.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::countries::COUNTRIES;
use super::errors::{Answered, Refusal, obj_text, read};
use super::places::{GLOBAL, PLACES, Place, REST, Tariff};
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

/// A price set by a test, by package code.
const PRICE: &str = "esim.price";

/// Whether a test put a package on or off sale, by package code.
const ON_SALE: &str = "esim.on_sale";

/// Whether the sandbox sells in few places only: one record.
const STOCK: &str = "esim.stock";
const FEW: &str = "few";

const MEGABYTE: i64 = 1_024 * 1_024;

/// Days within which an eSIM must be installed.
pub const INSTALL_WITHIN: i64 = 180;

/// One package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    pub code: String,
    pub slug: String,
    pub name: String,
    /// US dollars times 10000; of a daily package, per day.
    pub price: i64,
    /// Bytes; of a daily package, per day.
    pub volume: i64,
    pub days: u32,
    /// Slower beyond a day's allowance, and ordered for a number of days.
    pub daily: bool,
    pub place: &'static str,
    pub countries: &'static [&'static str],
    /// Whether it is on sale by default.
    pub usual: bool,
    /// Whether a sandbox that sells in few places sells it too.
    pub common: bool,
}

/// Megabytes and days of the five sizes in every tariff.
const SIZES: [(i64, u32); 5] = [(1_024, 7), (3_072, 15), (5_120, 30), (10_240, 30), (20_480, 30)];

/// Every possible package, at its own price. The usual ones are those that the demo catalogue sells.
static ALL: LazyLock<Vec<Package>> = LazyLock::new(|| {
    let places = PLACES.iter().map(|place| (place, true)).chain(REST.iter().map(|place| (place, false)));
    places.flat_map(|(place, common)| packages(place).map(move |package| Package { common, ..package })).collect()
});

fn packages(place: &'static Place) -> impl Iterator<Item = Package> {
    let Tariff { sizes, daily, by_day } = place.tariff;
    let [smallest, .., largest] = *sizes;
    let sizes = SIZES.into_iter().zip(*sizes).map(|((megabytes, days), price)| Size::new(megabytes, days, price));
    let odd = [
        Size::new(512, 7, smallest * 6 / 10),
        Size::new(51_200, 90, largest * 22 / 10),
        Size::daily(2_048, daily * 17 / 10),
    ];
    let by_day = package(place, &Size::daily(1_024, *daily), *by_day);
    let usual = sizes.map(move |size| package(place, &size, true)).chain([by_day]);
    usual.chain(odd.into_iter().map(|size| package(place, &size, false)))
}

/// One size at its price.
struct Size {
    megabytes: i64,
    days: u32,
    price: i64,
    daily: bool,
}

impl Size {
    const fn new(megabytes: i64, days: u32, price: i64) -> Self {
        Self { megabytes, days, price, daily: false }
    }

    const fn daily(megabytes: i64, price: i64) -> Self {
        Self { megabytes, days: 1, price, daily: true }
    }
}

fn package(place: &Place, size: &Size, usual: bool) -> Package {
    let (amount, shown) = match size.megabytes {
        512 => ("0.5".to_owned(), "0.5GB".to_owned()),
        megabytes => ((megabytes / 1_024).to_string(), format!("{}GB", megabytes / 1_024)),
    };
    let (slug, name) = if size.daily {
        (format!("{}_{amount}_Daily", place.code), format!("{} {shown}/Day", place.name))
    } else {
        (format!("{}_{amount}_{}", place.code, size.days), format!("{} {shown} {}Days", place.name, size.days))
    };
    Package {
        // A digest, so that the code stays the same when the list grows.
        code: hex::encode(&Sha256::digest(&slug)[..5]),
        slug,
        name,
        price: size.price,
        volume: size.megabytes * MEGABYTE,
        days: size.days,
        daily: size.daily,
        place: place.code,
        countries: place.countries,
        usual,
        common: true,
    }
}

/// The package with this code or alias, at its own price, on sale or not.
pub fn known(named: &str) -> Option<Package> {
    ALL.iter().find(|package| package.code == named || package.slug == named).cloned()
}

/// Sells in few places only, or everywhere, from now on.
pub async fn sell_in_few_places(work: &mut Work, few: bool) -> Result<(), SandboxError> {
    if few { work.put(STOCK, FEW, &Value::Bool(true)).await } else { work.remove(STOCK, FEW).await.map(drop) }
}

/// The package with this code or alias, as on sale now.
pub async fn find(work: &mut Work, named: &str) -> Result<Option<Package>, SandboxError> {
    let Some(package) = known(named) else { return Ok(None) };
    Ok(Changes::load(work).await?.today(package))
}

/// The changes made by tests.
struct Changes {
    prices: HashMap<String, Value>,
    on_sale: HashMap<String, Value>,
    few: bool,
}

impl Changes {
    async fn load(work: &mut Work) -> Result<Self, SandboxError> {
        let few = work.find(STOCK, FEW).await?.is_some();
        Ok(Self { prices: work.all(PRICE).await?, on_sale: work.all(ON_SALE).await?, few })
    }

    /// The package at its present price, if it is on sale.
    fn today(&self, package: Package) -> Option<Package> {
        let on_sale = self.on_sale.get(&package.code).and_then(|kept| kept["on_sale"].as_bool());
        let price = self.prices.get(&package.code).and_then(|kept| kept["price"].as_i64()).unwrap_or(package.price);
        let usual = package.usual && (package.common || !self.few);
        on_sale.unwrap_or(usual).then_some(Package { price, ..package })
    }
}

/// Puts a package on or off sale from now on; `None` restores the usual state.
pub async fn put_on_sale(work: &mut Work, named: &str, on_sale: Option<bool>) -> Result<Option<Value>, SandboxError> {
    let Some(package) = known(named) else { return Ok(None) };
    match on_sale {
        Some(on_sale) => work.put(ON_SALE, &package.code, &json!({ "on_sale": on_sale })).await?,
        None => drop(work.remove(ON_SALE, &package.code).await?),
    }
    let on_sale = Changes::load(work).await?.today(package.clone()).is_some();
    Ok(Some(json!({ "package": package.code, "on_sale": on_sale })))
}

/// Changes a price from now on; `None` restores the usual one.
pub async fn reprice(work: &mut Work, named: &str, price: Option<i64>) -> Result<Option<Value>, SandboxError> {
    let Some(package) = known(named) else { return Ok(None) };
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
    // Nothing on sale here can be topped up.
    let changes = Changes::load(work).await?;
    let listed = ALL.iter().filter(|package| wanted.kind != "TOPUP" && wanted.fits(package));
    // Each package becomes text at once: as JSON trees all of them take 25 MB, which the shop in the same process never
    // frees.
    let on_sale = listed.filter_map(|package| changes.today(package.clone()));
    let packages: Vec<String> = on_sale.map(|package| package.document().to_string()).collect();
    Ok((StatusCode::OK, obj_text(&format!(r#"{{"packageList":[{}]}}"#, packages.join(",")))))
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
    /// The package as the API shows it.
    fn document(&self) -> Value {
        let countries = COUNTRIES.iter().filter(|country| self.countries.contains(&country.code));
        let networks = countries.map(|country| {
            // A package for several countries roams with one partner in each.
            let partners = if self.countries.len() > 1 { 1 } else { country.operators.len() };
            let operators = country.operators.iter().take(partners);
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

    /// 1: one allowance in total. 2: an allowance per day, slower beyond it.
    pub const fn data_type(&self) -> u8 {
        if self.daily { 2 } else { 1 }
    }
}
