//! [`onefare_core::campaign`].

use onefare_core::campaign::{self, Campaign};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::border::{Crossed, give};

/// The sale or partner that a path names: `{ sale }` or `{ partner }`.
#[wasm_bindgen]
pub fn campaign_of_path(path: &str) -> Crossed {
    give(Campaign::of_path(path))
}

/// The discount code of the sale or partner that a path names.
#[wasm_bindgen]
#[must_use]
pub fn campaign_code(path: &str) -> Option<String> {
    Campaign::of_path(path).map(|campaign| campaign.code().to_owned())
}

/// A partner's slug as a heading shows it.
#[wasm_bindgen]
#[must_use]
pub fn campaign_partner_name(slug: &str) -> Option<String> {
    campaign::partner_name(slug)
}

/// The plan title a `package` value names.
#[wasm_bindgen]
#[must_use]
pub fn package_title(package: &str) -> Option<String> {
    campaign::package_title(package)
}

/// The discount code a `code` value asks for.
#[wasm_bindgen]
#[must_use]
pub fn code_of(value: &str) -> Option<String> {
    campaign::code_of(value).map(str::to_owned)
}
