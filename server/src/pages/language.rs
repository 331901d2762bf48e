//! The language of an address: `/ar/buy` is the Arabic `/buy`; a bare address has the language of its area.

use std::collections::BTreeMap;

use axum::response::{IntoResponse as _, Response};
use http::header::{CACHE_CONTROL, COOKIE, LOCATION, VARY};
use http::{HeaderMap, StatusCode, Uri};
use onefare_core::language::{Area, Language};
use onefare_core::wire::page::{LanguageLink, Prefixes, Theme};
use url::form_urlencoded;

use super::registry;

/// Cookie with the visitor's chosen language; the browser sets it, it is no secret.
pub const LANGUAGE_COOKIE: &str = "selectedLanguage";
/// Cookie with the visitor's chosen colour scheme.
pub const THEME_COOKIE: &str = "theme";

/// Prefixes of paths that are never pages and so never redirect to another language.
const NO_PAGES: [&str; 4] = ["/api/", "/assets/", "/webhooks/", "/sandbox/"];

/// A page's address, split into its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address<'a> {
    /// Language of the page.
    pub language: Language,
    /// `""` on bare addresses, `/ar` and so on otherwise.
    pub prefix: &'static str,
    /// The address without prefix and query, such as `/buy`.
    pub path: &'a str,
    /// The part of the site that the path belongs to.
    pub area: Area,
}

impl Address<'_> {
    /// The prefixes of the page's local links. Below a language prefix all links keep it; on a bare address each link
    /// takes the prefix that the page's language has in the area of its target.
    #[must_use]
    pub fn prefixes(self) -> Prefixes {
        let of = |area: Area| match self.prefix {
            "" => area.address_prefix(self.language).to_owned(),
            prefix => prefix.to_owned(),
        };
        Prefixes { vpn: of(Area::Vpn), deal: of(Area::Deal), esim: of(Area::Esim), account: of(Area::Account) }
    }
}

/// The languages that each area has catalogs for. An area's own language is always offered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferedLanguages(BTreeMap<Area, Vec<Language>>);

impl OfferedLanguages {
    /// Offers in each area the languages for which `has` is true, in the order of the language list.
    #[must_use]
    pub fn new(has: impl Fn(Area, Language) -> bool) -> Self {
        let of = |area: Area| {
            let offered = |language: &Language| *language == area.bare_language() || has(area, *language);
            Language::ALL.into_iter().filter(offered).collect()
        };
        Self(Area::ALL.into_iter().map(|area| (area, of(area))).collect())
    }

    /// The languages of an area, in the order of the language list.
    #[must_use]
    pub fn of(&self, area: Area) -> &[Language] {
        self.0.get(&area).map_or(&[], Vec::as_slice)
    }

    /// Splits a URL's path. A language that the path's area does not offer is no prefix.
    #[must_use]
    pub fn split<'a>(&self, url_path: &'a str) -> Address<'a> {
        let area = registry::area_of(url_path);
        let bare = Address { language: area.bare_language(), prefix: "", path: url_path, area };
        let Some(rest) = url_path.strip_prefix('/') else { return bare };
        let (code, path) = match rest.find('/') {
            Some(end) => rest.split_at(end),
            None => (rest, "/"),
        };
        let Some(language) = Language::parse(code) else { return bare };
        let area = registry::area_of(path);
        if !self.of(area).contains(&language) {
            return bare;
        }
        Address { language, prefix: language.prefix(), path, area }
    }

    /// Redirects a bare address to the visitor's chosen language, with its query. On pages of the area `deal` the query
    /// `lang` takes precedence over the stored choice (specification 1, section 2.11). `None` for paths that are not
    /// pages.
    #[must_use]
    pub fn redirect(&self, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
        let address = self.split(uri.path());
        let is_page = !NO_PAGES.iter().any(|start| address.path.starts_with(start));
        if !address.prefix.is_empty() || !is_page {
            return None;
        }
        let offered = |code: &str| Language::parse(code).filter(|language| self.of(address.area).contains(language));
        let in_address = (address.area == Area::Deal).then(|| first_of(uri.query(), "lang")).flatten();
        let stored = || cookie(headers, LANGUAGE_COOKIE).and_then(offered);
        let chosen = in_address.as_deref().and_then(offered).or_else(stored)?;
        if chosen == address.area.bare_language() {
            return None;
        }
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        let location = format!("{}{}{query}", chosen.prefix(), address.path);
        let headers = [(LOCATION, location.as_str()), (CACHE_CONTROL, "no-store"), (VARY, "Cookie")];
        Some((StatusCode::FOUND, headers).into_response())
    }

    /// The local addresses of a path in every language of its area.
    #[must_use]
    pub fn links(&self, area: Area, path: &str) -> Vec<LanguageLink> {
        let link = |&language: &Language| LanguageLink { language, href: local(area, language, path) };
        self.of(area).iter().map(link).collect()
    }
}

/// A path's canonical local address in one language: the area's own language is bare.
#[must_use]
pub fn local(area: Area, language: Language, path: &str) -> String {
    format!("{}{path}", area.address_prefix(language))
}

/// The first value of a query key.
fn first_of(query: Option<&str>, name: &str) -> Option<String> {
    let mut pairs = form_urlencoded::parse(query?.as_bytes());
    pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

/// The visitor's colour scheme.
#[must_use]
pub fn theme(headers: &HeaderMap) -> Theme {
    match cookie(headers, THEME_COOKIE) {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => Theme::System,
    }
}

/// The value of a cookie, as sent.
#[must_use]
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .find_map(|pair| pair.trim().split_once('=').filter(|(key, _)| *key == name).map(|(_, value)| value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered() -> OfferedLanguages {
        OfferedLanguages::new(|_, language| matches!(language, Language::Ar | Language::En))
    }

    fn with_cookie(cookie: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(COOKIE, http::HeaderValue::from_static(cookie))])
    }

    #[test]
    fn takes_addresses_apart() {
        for (url, language, prefix, path) in [
            ("/", Language::En, "", "/"),
            ("/buy", Language::En, "", "/buy"),
            ("/ar", Language::Ar, "/ar", "/"),
            ("/ar/", Language::Ar, "/ar", "/"),
            ("/ar/buy", Language::Ar, "/ar", "/buy"),
            ("/en/buy", Language::En, "/en", "/buy"),
            ("/nl/buy", Language::En, "", "/nl/buy"),
            ("/arabic", Language::En, "", "/arabic"),
            ("/AR/buy", Language::En, "", "/AR/buy"),
            ("*", Language::En, "", "*"),
        ] {
            let address = offered().split(url);
            assert_eq!((address.language, address.prefix, address.path), (language, prefix, path), "{url}");
        }
    }

    #[test]
    fn leads_to_the_chosen_language() {
        let to = |uri: &str, cookie: &'static str| {
            let response = offered().redirect(&uri.parse().unwrap(), &with_cookie(cookie))?;
            assert_eq!(response.status(), StatusCode::FOUND);
            assert_eq!(response.headers()[CACHE_CONTROL], "no-store");
            Some(response.headers()[LOCATION].to_str().unwrap().to_owned())
        };
        assert_eq!(to("/buy?code=X&a=%20", "a=b; selectedLanguage=ar").unwrap(), "/ar/buy?code=X&a=%20");
        assert_eq!(to("/", "selectedLanguage=ar").unwrap(), "/ar/");
        assert_eq!(to("//elsewhere.example/", "selectedLanguage=ar").unwrap(), "/ar//elsewhere.example/");
        for (uri, cookie) in [
            ("/buy", "selectedLanguage=en"),
            ("/buy", "selectedLanguage=nl"),
            ("/buy", "selectedLanguage=%0d"),
            ("/buy", "other=ar"),
            ("/en/buy", "selectedLanguage=ar"),
            ("/ar/buy", "selectedLanguage=ar"),
            ("/api/subscription/verify", "selectedLanguage=ar"),
            ("/assets/entry.js", "selectedLanguage=ar"),
        ] {
            assert_eq!(to(uri, cookie), None, "{uri} {cookie}");
        }
    }

    #[test]
    fn bare_deal_pages_are_dutch_and_lang_comes_before_the_stored_choice() {
        let bare = offered().split("/payment-status");
        assert_eq!((bare.language, bare.area), (Language::Nl, Area::Deal));
        assert_eq!((bare.prefixes().vpn.as_str(), bare.prefixes().deal.as_str()), ("/nl", ""));
        let to = |uri: &str, cookie: &'static str| {
            let response = offered().redirect(&uri.parse().unwrap(), &with_cookie(cookie))?;
            Some(response.headers()[LOCATION].to_str().unwrap().to_owned())
        };
        let chosen = "selectedLanguage=ar";
        assert_eq!(to("/payment-status?hash=h&lang=en", chosen).unwrap(), "/en/payment-status?hash=h&lang=en");
        assert_eq!(to("/payment-status?hash=h&lang=nl", chosen), None);
        assert_eq!(to("/payment-status?hash=h&lang=xx", chosen).unwrap(), "/ar/payment-status?hash=h&lang=xx");
        assert_eq!(to("/payment-status?hash=h", "selectedLanguage=en").unwrap(), "/en/payment-status?hash=h");
        assert_eq!(to("/payment-status?hash=h", "selectedLanguage=nl"), None);
    }

    #[test]
    fn reads_the_theme() {
        assert_eq!(theme(&with_cookie("theme=dark")), Theme::Dark);
        assert_eq!(theme(&with_cookie("theme=pink; x=y")), Theme::System);
        assert_eq!(theme(&HeaderMap::new()), Theme::System);
    }
}
