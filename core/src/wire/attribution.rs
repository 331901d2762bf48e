//! Reads attribution (`im_ref`, `fb_params`) of any form: what cannot be kept is dropped, because attribution never keeps
//! anybody from buying.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

/// A JSON value, sorted by whether it is one of the wanted form.
#[derive(Deserialize)]
#[serde(untagged, bound(deserialize = "T: Deserialize<'de>"))]
enum Sent<T> {
    /// A list, which `serde` would read as the fields of a struct in their order.
    List(#[expect(dead_code, reason = "what stands in it does not matter")] Vec<IgnoredAny>),
    Readable(T),
    Strange(IgnoredAny),
}

/// The value if it has the form of `T`; `None` for every other JSON value.
pub(super) fn readable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Ok(match Sent::deserialize(deserializer)? {
        Sent::Readable(value) => Some(value),
        Sent::List(_) | Sent::Strange(_) => None,
    })
}
