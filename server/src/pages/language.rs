//! Which language an address speaks: `/ar/buy` is Arabic's `/buy`, the bare address is English.

use axum::response::{IntoResponse as _, Response};
use http::header::{CACHE_CONTROL, COOKIE, LOCATION, VARY};
use http::{HeaderMap, StatusCode, Uri};
use onefare_core::language::Language;
use onefare_core::wire::page::Theme;

/// Cookie with the language a visitor chose; the browser writes it, it is no secret.
pub const LANGUAGE_COOKIE: &str = "selectedLanguage";
/// Cookie with the colour scheme a visitor chose.
pub const THEME_COOKIE: &str = "theme";

/// Paths that are never pages and so never lead to another language.
const NO_PAGES: [&str; 4] = ["/api/", "/assets/", "/webhooks/", "/sandbox/"];

/// A page's address, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address<'a> {
    /// Language of the page.
    pub language: Language,
    /// `""` on bare addresses, `/ar` and so on otherwise: stands before every local link of the page.
    pub prefix: &'static str,
    /// The address without prefix and query, such as `/buy`.
    pub path: &'a str,
}

/// The languages that have catalogs, English first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedLanguages(Vec<Language>);

impl OfferedLanguages {
    /// Offers `languages` in the order of the language list; English is always among them.
    #[must_use]
    pub fn new(languages: &[Language]) -> Self {
        let offered = |language: &Language| *language == Language::En || languages.contains(language);
        Self(Language::ALL.into_iter().filter(offered).collect())
    }

    /// The languages, in the order of the language list.
    #[must_use]
    pub fn as_slice(&self) -> &[Language] {
        &self.0
    }

    /// Takes a URL's path apart. A language that is not offered is no prefix.
    #[must_use]
    pub fn split<'a>(&self, url_path: &'a str) -> Address<'a> {
        let bare = Address { language: Language::En, prefix: "", path: url_path };
        let Some(rest) = url_path.strip_prefix('/') else { return bare };
        let (code, path) = match rest.find('/') {
            Some(end) => rest.split_at(end),
            None => (rest, "/"),
        };
        match self.0.iter().find(|language| language.code() == code) {
            Some(&language) => Address { language, prefix: prefix(language), path },
            None => bare,
        }
    }

    /// Sends a bare address to the language the visitor chose earlier, query kept. Only pages may be asked about.
    #[must_use]
    pub fn redirect(&self, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
        let address = self.split(uri.path());
        let chosen = cookie(headers, LANGUAGE_COOKIE).and_then(Language::parse)?;
        let is_page = !NO_PAGES.iter().any(|start| address.path.starts_with(start));
        if !address.prefix.is_empty() || chosen == Language::En || !self.0.contains(&chosen) || !is_page {
            return None;
        }
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        let location = format!("{}{}{query}", prefix(chosen), address.path);
        let headers = [(LOCATION, location.as_str()), (CACHE_CONTROL, "no-store"), (VARY, "Cookie")];
        Some((StatusCode::FOUND, headers).into_response())
    }
}

/// What stands before the local addresses of a language's own pages.
#[must_use]
pub const fn prefix(language: Language) -> &'static str {
    match language {
        Language::En => "/en",
        Language::Nl => "/nl",
        Language::De => "/de",
        Language::Fr => "/fr",
        Language::Ar => "/ar",
    }
}

/// The canonical address of a page in one language: English is bare.
#[must_use]
pub fn canonical(public_base: &str, language: Language, path: &str) -> String {
    format!("{public_base}{}{path}", language.address_prefix())
}

/// The colour scheme the visitor chose.
#[must_use]
pub fn theme(headers: &HeaderMap) -> Theme {
    match cookie(headers, THEME_COOKIE) {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => Theme::System,
    }
}

/// The value of a cookie, as it was sent.
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
        OfferedLanguages::new(&[Language::Ar, Language::En])
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
            assert_eq!(offered().split(url), Address { language, prefix, path }, "{url}");
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
    fn reads_the_theme() {
        assert_eq!(theme(&with_cookie("theme=dark")), Theme::Dark);
        assert_eq!(theme(&with_cookie("theme=pink; x=y")), Theme::System);
        assert_eq!(theme(&HeaderMap::new()), Theme::System);
    }
}
