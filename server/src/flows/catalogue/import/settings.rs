//! By which rules costs become prices: the file, read strictly.

use onefare_core::bundle::{Margin, Margins};
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive as _;
use serde::Deserialize;

/// The rules the software brings along.
pub const BUILT_IN: &str = include_str!("../../../../config/esim-prices.toml");

/// Megabytes of a gigabyte as the supplier counts.
const GIGABYTE: u64 = 1024;

/// The rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What a plan is sold for.
    pub margins: Margins,
    /// For how many days packages of one day are sold as unlimited plans.
    pub unlimited_days: Vec<u32>,
    /// Whether prices that still bring in enough are made anew too.
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
    size: Vec<Size>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Size {
    up_to_gb: Option<u64>,
    factor: String,
}

impl Settings {
    /// Reads a file of rules.
    ///
    /// # Errors
    /// The first thing that is wrong, as a sentence, with its line where TOML itself is broken.
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
        Ok(Self { margins, unlimited_days: file.unlimited_days, reprice: false })
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

fn wrong(key: &str, text: &str, wanted: &str) -> SettingsError {
    SettingsError(format!("{key} \"{text}\" is not {wanted}"))
}

/// A decimal text in whole parts of a power of ten, exactly.
fn parts(text: &str, decimals: u32) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let decimal: Decimal = text.parse().ok().filter(|_| digits)?;
    let scaled = decimal.checked_mul(Decimal::from(10_u32.checked_pow(decimals)?))?;
    if scaled.is_integer() { scaled.to_u32() } else { None }
}
