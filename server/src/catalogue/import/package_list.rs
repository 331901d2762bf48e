//! Reads the supplier's package list from a file: the answer of eSIM Access to `/package/list`, or only its list.

use serde::Deserialize;

use crate::esims::Package;

/// Why a list cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// It is not a package list.
    #[error("this is not the supplier's package list: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The supplier answered with a refusal.
    #[error("the supplier refused to give the list: {0}")]
    Refused(String),
    /// An entry with an unusable value.
    #[error("package {0}: {1}")]
    Package(String, &'static str),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum File {
    List(Vec<Entry>),
    Answer(Answer),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    #[serde(default)]
    error_msg: Option<String>,
    obj: Option<Listed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    package_list: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    package_code: String,
    #[serde(default)]
    slug: Option<String>,
    name: String,
    price: i64,
    currency_code: String,
    volume: i64,
    duration: u32,
    duration_unit: String,
    location: String,
    /// Defaults to the total allowance: lists from before daily packages lack the field.
    #[serde(default = "total")]
    data_type: u8,
    #[serde(default)]
    location_network_list: Vec<Location>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(default)]
    location_code: Option<String>,
    #[serde(default)]
    operator_list: Vec<Operator>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Operator {
    operator_name: String,
}

const fn total() -> u8 {
    1
}

/// Reads the list.
///
/// # Errors
/// Text that is not a package list; a refusal; a package priced in another currency than US dollars or timed in other
/// units than days.
pub fn packages_of(text: &str) -> Result<Vec<Package>, ListError> {
    let entries = match serde_json::from_str(text)? {
        File::List(entries) => entries,
        File::Answer(Answer { obj: Some(listed), .. }) => listed.package_list,
        File::Answer(Answer { error_msg, .. }) => {
            return Err(ListError::Refused(error_msg.unwrap_or_else(|| "it says no reason".to_owned())));
        }
    };
    entries.into_iter().map(Entry::read).collect()
}

impl Entry {
    fn read(self) -> Result<Package, ListError> {
        let wrong = |what| Err(ListError::Package(self.package_code.clone(), what));
        if !self.currency_code.eq_ignore_ascii_case("USD") {
            return wrong("its price is not in US dollars");
        }
        if !self.duration_unit.eq_ignore_ascii_case("DAY") {
            return wrong("its duration is not in days");
        }
        let locations = self.location.split(',').map(|code| code.trim().to_ascii_uppercase());
        let locations: Vec<String> = locations.filter(|code| !code.is_empty()).collect();
        let only = locations.first().cloned().unwrap_or_default();
        let networks = self.location_network_list.into_iter().flat_map(|location| {
            let code = location.location_code.unwrap_or_else(|| only.clone());
            location.operator_list.into_iter().map(move |operator| (code.clone(), operator.operator_name))
        });
        Ok(Package {
            networks: networks.collect(),
            code: self.package_code,
            slug: self.slug.unwrap_or_default(),
            name: self.name,
            price_usd_10000: self.price,
            volume_bytes: self.volume,
            duration_days: self.duration,
            locations,
            data_type: self.data_type,
        })
    }
}
