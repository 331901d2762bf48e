//! Reads the file with the rules that turn costs into prices, strictly.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use onefare_core::bundle::{Margin, Margins};
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive as _;
use serde::Deserialize;

use super::Limits;

/// The built-in rules.
pub const BUILT_IN: &str = include_str!("../../../config/esim-prices.toml");

/// Megabytes of a gigabyte as the supplier counts.
const GIGABYTE: u64 = 1024;

/// Largest percent of the plans on sale that a file may allow to vanish at once: a nearly empty list is a mistake.
const MOST_VANISH: u32 = 90;

/// The factors, in hundredths, by which a file may allow a price to move at once.
const PRICE_FACTORS: RangeInclusive<u32> = 100..=1_000;

/// The rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What a plan is sold for.
    pub margins: Margins,
    /// For how many days packages of one day are sold as unlimited plans.
    pub unlimited_days: Vec<u32>,
    /// How much of it the shop applies by itself.
    pub limits: Limits,
    /// Whether to recompute prices that still earn enough, too.
    pub reprice: bool,
}

/// Why a file of rules cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SettingsError(String);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    minimum_margin: String,
    endings: Vec<String>,
    euros_per_dollar: String,
    unlimited_days: Vec<u32>,
    #[serde(default)]
    renewal: Renewal,
    size: Vec<Size>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Renewal {
    vanish_percent: Option<u32>,
    price_factor: Option<String>,
    new_plans: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Size {
    up_to_gb: Option<u64>,
    factor: String,
}

/// Why there are no rules.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{0} cannot be read: {1}")]
    File(PathBuf, std::io::Error),
    /// Something in it is wrong.
    #[error("{0}: {1}")]
    Settings(PathBuf, SettingsError),
}

impl Settings {
    /// Loads the rules from a file, or the built-in ones without a file.
    ///
    /// # Errors
    /// See [`LoadError`]: a sentence with the name of the file.
    pub fn load(file: Option<&Path>) -> Result<Self, LoadError> {
        let built_in = "server/config/esim-prices.toml";
        let text = match file {
            None => BUILT_IN.to_owned(),
            Some(file) => std::fs::read_to_string(file).map_err(|error| LoadError::File(file.to_owned(), error))?,
        };
        let name = || file.map_or_else(|| built_in.into(), Path::to_owned);
        Self::parse(&text).map_err(|error| LoadError::Settings(name(), error))
    }

    /// Reads a file of rules.
    ///
    /// # Errors
    /// The first fault, as a sentence, with its line where the TOML itself is broken.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let file: File = toml::from_str(text).map_err(|error| SettingsError(error.to_string()))?;
        let minimum =
            Money::parse(&file.minimum_margin, Currency::Usd).ok().and_then(|money| u32::try_from(money.minor()).ok());
        let minimum =
            minimum.ok_or_else(|| wrong("minimum_margin", &file.minimum_margin, "an amount such as \"1.00\""))?;
        let ending = |text: &String| {
            let figures = text.strip_prefix('.').filter(|figures| figures.len() == 2)?;
            figures.bytes().all(|byte| byte.is_ascii_digit()).then(|| figures.parse().ok())?
        };
        let endings =
            file.endings.iter().map(|text| ending(text).ok_or_else(|| wrong("endings", text, "such as \".49\"")));
        let eur_rate = parts(&file.euros_per_dollar, 4).ok_or_else(|| {
            wrong("euros_per_dollar", &file.euros_per_dollar, "a rate such as \"0.92\", at most 4 decimals")
        })?;
        let margins = Margins { sizes: file.sizes()?, minimum, endings: endings.collect::<Result<_, _>>()?, eur_rate };
        margins.check().map_err(|error| SettingsError(error.to_string()))?;
        if file.unlimited_days.iter().any(|days| !(1..=365).contains(days)) {
            return Err(SettingsError("unlimited_days are 1 to 365".to_owned()));
        }
        Ok(Self { margins, unlimited_days: file.unlimited_days, limits: file.renewal.limits()?, reprice: false })
    }
}

impl File {
    fn sizes(&self) -> Result<Vec<Margin>, SettingsError> {
        let size = |size: &Size| {
            let factor = parts(&size.factor, 2)
                .ok_or_else(|| wrong("factor", &size.factor, "a factor such as \"1.8\", at most 2 decimals"))?;
            Ok(Margin { up_to_mb: size.up_to_gb.map(|gigabytes| gigabytes.saturating_mul(GIGABYTE)), factor })
        };
        self.size.iter().map(size).collect()
    }
}

impl Renewal {
    fn limits(&self) -> Result<Limits, SettingsError> {
        let usual = Limits::default();
        let vanish_percent = self.vanish_percent.unwrap_or(usual.vanish_percent);
        if vanish_percent > MOST_VANISH {
            let sentence = format!("vanish_percent is 0 to {MOST_VANISH}: no list may empty the shop by itself");
            return Err(SettingsError(sentence));
        }
        let price_factor = self.price_factor.as_ref().map_or(Ok(usual.price_factor), |text| {
            let factor = parts(text, 2).filter(|factor| PRICE_FACTORS.contains(factor));
            factor
                .ok_or_else(|| wrong("price_factor", text, "a factor of 1 to 10, such as \"1.5\", at most 2 decimals"))
        });
        let new_plans = self.new_plans.unwrap_or(usual.new_plans);
        Ok(Limits { vanish_percent, price_factor: price_factor?, new_plans })
    }
}

fn wrong(key: &str, text: &str, wanted: &str) -> SettingsError {
    SettingsError(format!("{key} \"{text}\" is not {wanted}"))
}

/// Parses a decimal text into whole units of `10^-decimals`, exactly.
fn parts(text: &str, decimals: u32) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let decimal: Decimal = text.parse().ok().filter(|_| digits)?;
    let scaled = decimal.checked_mul(Decimal::from(10_u32.checked_pow(decimals)?))?;
    if scaled.is_integer() { scaled.to_u32() } else { None }
}
