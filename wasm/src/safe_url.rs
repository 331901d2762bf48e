//! [`onefare_core::safe_url`].

use onefare_core::safe_url;
use wasm_bindgen::prelude::wasm_bindgen;

/// Whether the browser may be sent to `url` to pay: see [`safe_url::is_checkout_url`].
#[wasm_bindgen]
#[must_use]
#[expect(clippy::needless_pass_by_value, reason = "JavaScript hands its array over")]
pub fn is_checkout_url(url: &str, hosts: Vec<String>) -> bool {
    let hosts: Vec<&str> = hosts.iter().map(String::as_str).collect();
    safe_url::is_checkout_url(url, &hosts)
}
