//! Reads queries as browsers do: the first value of a repeated key counts, as in `URLSearchParams.get`, so that page,
//! script and call agree about one address.

use std::collections::BTreeSet;

use axum::extract::{FromRequestParts, Query};
use axum::http::Uri;
use axum::http::request::Parts;
use onefare_core::problem::Problem;
use serde::de::DeserializeOwned;
use url::form_urlencoded::{Serializer, parse};

use crate::problem::Refusal;

/// The query of an address.
#[derive(Clone, Debug)]
pub struct FirstQuery<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for FirstQuery<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        first(&parts.uri).map(Self).ok_or_else(|| Problem::BadRequest.into())
    }
}

/// The query of `uri`, with the first value of each key; `None` when a value does not fit `T`.
#[must_use]
pub fn first<T: DeserializeOwned>(uri: &Uri) -> Option<T> {
    // The common case: few addresses repeat a key.
    if let Ok(Query(query)) = Query::try_from_uri(uri) {
        return Some(query);
    }
    let (mut seen, mut kept) = (BTreeSet::new(), Serializer::for_suffix(String::from("/?"), 2));
    let mut kept = &mut kept;
    for (key, value) in parse(uri.query()?.as_bytes()) {
        if seen.insert(key.clone()) {
            kept = kept.append_pair(&key, &value);
        }
    }
    let once: Uri = kept.finish().parse().ok()?;
    Query::try_from_uri(&once).map(|Query(query)| query).ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, PartialEq, Eq, Deserialize)]
    #[serde(default)]
    struct Asked {
        code: String,
        package: Option<String>,
    }

    #[test]
    fn the_first_value_of_a_key_counts() {
        for (query, code, package) in [
            ("", "", None),
            ("code=A", "A", None),
            ("code=A&code=B", "A", None),
            ("code=&code=B", "", None),
            ("c%6fde=A&code=B&package=3&package=12", "A", Some("3")),
            ("x=1&x=2&code=a%26b%3dc+d&code=B", "a&b=c d", None),
            ("code=%ff&code=B", "\u{fffd}", None),
            ("package&package=12&code=A&code=A", "A", Some("")),
        ] {
            let uri: Uri = format!("/buy?{query}").parse().unwrap();
            let wanted = Asked { code: code.to_owned(), package: package.map(str::to_owned) };
            assert_eq!(first::<Asked>(&uri), Some(wanted), "{query}");
        }
        assert_eq!(first::<Asked>(&Uri::from_static("/buy")), Some(Asked::default()));
        assert_eq!(
            first::<BTreeMap<String, u8>>(&Uri::from_static("/buy?a=1&a=x")),
            Some([("a".to_owned(), 1)].into())
        );
        assert_eq!(first::<BTreeMap<String, u8>>(&Uri::from_static("/buy?a=x&a=1")), None);
    }
}
