//! Every page of the shop: one row each. Known paths, cache keys, sitemap, speculation rules, head texts, language
//! prefixes and the listing that tests read follow from these rows.
//!
//! `docs/CONTRIBUTING.md` has the recipe for a new page.

use chrono::{DateTime, Utc};
use onefare_core::campaign::Campaign;
use onefare_core::language::{Area, Language};
use onefare_core::quote::QuoteError;
use onefare_core::wire::page::{Content, PanelPage};

use super::buy::buy;
use super::campaigns::{landing_access, landing_fb, landing_privacy};
use super::esim_shop::{bundle, checkout, countries, home as esim_home, no_bundle};
use super::landing::{home, windows_landing};
use super::not_found::not_found;
use super::offers::{partner, sale};
use super::onboarding::onboarding;
use super::query::PageQuery;
use super::tutorial::tutorial;
use crate::quotes::prices::Prices;

/// The catalog of texts that every page has: header, footer, the page for unknown addresses.
pub const COMMON: &str = "common";
/// The wizard, whose form is sent to its own address where scripts are off.
pub const ONBOARDING: &str = "/onboarding";
/// The catalog of the pages that sell data.
pub const DATA_SHOP: &str = "data-shop";
/// The catalog of the first page of the eSIM shop.
pub const ESIM_HOME: &str = "esim-home";
/// The catalog of the pages after a payment for data.
pub const ESIM_RESULT: &str = "esim-result";
/// The catalog of the sentences that refuse what was typed.
pub const PROBLEMS: &str = "problems";

/// One page.
#[derive(Clone, Copy, Debug)]
pub struct PageRow {
    /// Its name: the tag of its content, its file in `web/src/pages`, the middle of its head texts
    /// (`head.<name>.title`), and its table in the brand file.
    pub name: &'static str,
    /// Its path without a language prefix. One `{word}` stands for one non-empty segment.
    pub path: &'static str,
    /// The part of the site: decides the language of the bare address and the catalog of its texts.
    pub area: Area,
    /// Who it is meant for.
    pub audience: Audience,
    /// Whether search engines may list it. With a discount code in the address no page is listed.
    pub indexed: bool,
    /// Whether it shows prices: then a new price book or code makes a new document.
    pub priced: bool,
    /// The query keys that change what it shows. All others never reach its builder.
    pub queries: &'static [QueryKey],
    /// The catalog of its family of pages, beside the one of its area.
    pub family: Option<&'static str>,
    /// Whether it answers what people type with the sentences of the catalog `problems`.
    pub refuses: bool,
    /// Whether the word in its path is the number of a bundle. Where that is not on sale, [`NO_BUNDLE`] answers.
    pub of_bundle: bool,
    /// Whether it differs for those who signed in: then it is made for each request and never kept.
    pub personal: bool,
    /// Whether its addresses name a code ([`Campaign`]), so that many paths have this row.
    pub names_code: bool,
    /// Builds its content.
    pub build: Builder,
}

impl PageRow {
    const fn of(name: &'static str, path: &'static str, area: Area, build: Builder) -> Self {
        Self {
            name,
            path,
            area,
            audience: Audience::Everybody,
            indexed: false,
            priced: false,
            queries: &[],
            family: None,
            refuses: false,
            of_bundle: false,
            personal: false,
            names_code: false,
            build,
        }
    }

    const fn indexed(self) -> Self {
        Self { indexed: true, ..self }
    }

    const fn priced(self, queries: &'static [QueryKey]) -> Self {
        Self { priced: true, queries, ..self }
    }

    const fn for_one_buyer(self) -> Self {
        Self { audience: Audience::OneBuyer, ..self }
    }

    const fn family(self, catalog: &'static str) -> Self {
        Self { family: Some(catalog), ..self }
    }

    const fn for_one_customer(self) -> Self {
        Self { personal: true, ..self.for_one_buyer() }
    }

    const fn names_code(self) -> Self {
        Self { names_code: true, ..self }
    }

    const fn refuses(self) -> Self {
        Self { refuses: true, ..self }
    }

    const fn of_bundle(self) -> Self {
        Self { of_bundle: true, ..self }
    }

    /// Names of the catalogs that hold the texts of the page, the most general first.
    #[must_use]
    pub fn catalogs(&self) -> Vec<&'static str> {
        let problems = self.refuses.then_some(PROBLEMS);
        [COMMON, self.area.name()].into_iter().chain(self.family).chain(problems).collect()
    }

    /// Whether its path holds a word, so that one row has many addresses.
    #[must_use]
    pub fn has_word(&self) -> bool {
        self.path.contains('{')
    }

    /// Its path with a word put into it; the path itself where it holds none.
    #[must_use]
    pub fn path_with(&self, word: &str) -> String {
        match (self.path.split_once('{'), self.path.split_once('}')) {
            (Some((before, _)), Some((_, after))) => format!("{before}{word}{after}"),
            _ => self.path.to_owned(),
        }
    }

    /// The word that stands in a path of this row.
    #[must_use]
    pub fn word<'path>(&self, path: &'path str) -> Option<&'path str> {
        let (before, rest) = self.path.split_once('{')?;
        let after = rest.split_once('}').map_or("", |(_, after)| after);
        let word = path.strip_prefix(before)?.strip_suffix(after)?;
        (!word.is_empty() && !word.contains('/')).then_some(word)
    }

    fn fits(&self, path: &str) -> bool {
        if self.has_word() { self.word(path).is_some() } else { self.path == path }
    }
}

/// Who a page is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody: a document may be kept and compared by its validator.
    Everybody,
    /// One buyer, such as the result pages: browsers keep no copy and send no referrer.
    OneBuyer,
}

/// A query key that a builder reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryKey {
    /// `code`: a discount code.
    Code,
    /// `package`: the months of a plan.
    Package,
    /// `q`: a text that is searched for.
    Search,
    /// `plan`: a data plan, as orders name it.
    Plan,
}

/// What a builder may read: prices, language, query, and whether somebody signed in. Flows and the app are out of its
/// reach, and so is who it is: personal pages fetch what is personal from `/api/account`.
#[derive(Clone, Copy, Debug)]
pub struct PageFacts<'a> {
    /// Price book and codes.
    pub prices: &'a Prices,
    /// The instant the page is built for.
    pub now: DateTime<Utc>,
    /// The asked path, without its language prefix.
    pub path: &'a str,
    /// Language of every text.
    pub language: Language,
    /// The query, reduced to the keys of the row.
    pub query: &'a PageQuery,
    /// Whether the browser has a session. Always false for pages that are not personal.
    pub signed_in: bool,
}

/// Builds a page's content; fails only on a damaged price book.
pub type Builder = fn(&PageFacts<'_>) -> Result<Content, QuoteError>;

/// Name of the page of every sale: its row has the path of one.
pub const SALE: &str = "sale";

/// Name of the page of every partner.
pub const PARTNER: &str = "partner";

fn panel(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    Ok(Content::Panel(PanelPage { signed_in: facts.signed_in }))
}

/// Every page that has an address.
pub const PAGES: &[PageRow] = &[
    PageRow::of("home", "/", Area::Vpn, home).indexed().priced(&[]).family("landing"),
    PageRow::of("windows-landing", "/windows-landing", Area::Vpn, windows_landing).priced(&[]).family("landing"),
    PageRow::of("buy", "/buy", Area::Vpn, buy).indexed().priced(&[QueryKey::Code, QueryKey::Package]).refuses(),
    PageRow::of(SALE, "/flash-sale-phrase", Area::Vpn, sale).priced(&[QueryKey::Package]).refuses().names_code(),
    PageRow::of(PARTNER, "/{partner}-special", Area::Vpn, partner).priced(&[QueryKey::Package]).refuses().names_code(),
    PageRow::of("payment-success", "/payment-success", Area::Vpn, |_| Ok(Content::PaymentSuccess))
        .for_one_buyer()
        .refuses(),
    PageRow::of("payment-failed", "/payment-failed", Area::Vpn, |_| Ok(Content::PaymentFailed))
        .for_one_buyer()
        .refuses(),
    PageRow::of("payment-status", "/payment-status", Area::Deal, |_| Ok(Content::PaymentStatus))
        .for_one_buyer()
        .refuses(),
    PageRow::of("callback-success-mollie", "/callback-success-mollie", Area::Deal, |_| {
        Ok(Content::CallbackSuccessMollie)
    })
    .for_one_buyer()
    .refuses(),
    PageRow::of("callback-cancel-mollie", "/callback-cancel-mollie", Area::Deal, |_| Ok(Content::CallbackCancelMollie))
        .for_one_buyer()
        .refuses(),
    PageRow::of("esim-callback-success", "/esim/callback-success", Area::Esim, |_| Ok(Content::EsimCallbackSuccess))
        .for_one_buyer()
        .refuses()
        .family(ESIM_RESULT),
    PageRow::of("esim-callback-failed", "/esim/callback-failed", Area::Esim, |_| Ok(Content::EsimCallbackFailed))
        .for_one_buyer()
        .refuses()
        .family(ESIM_RESULT),
    PageRow::of("esim-tutorial", "/esim/tutorial", Area::Esim, tutorial).indexed(),
    PageRow::of("esim-about", "/esim/about", Area::Esim, |_| Ok(Content::EsimAbout)).indexed().family("esim-about"),
    PageRow::of("esim-privacy", "/esim/privacy", Area::Esim, |_| Ok(Content::EsimPrivacy))
        .indexed()
        .family("esim-privacy"),
    PageRow::of("esim-terms", "/esim/terms", Area::Esim, |_| Ok(Content::EsimTerms)).indexed().family("esim-terms"),
    PageRow::of("esim-home", "/esim", Area::Esim, esim_home).indexed().priced(&[]).family(ESIM_HOME),
    PageRow::of("esim-countries", "/esim/countries", Area::Esim, countries)
        .indexed()
        .priced(&[QueryKey::Search])
        .refuses()
        .family(DATA_SHOP),
    PageRow::of("esim-bundle", "/esim/bundle/{id}", Area::Esim, bundle)
        .indexed()
        .priced(&[QueryKey::Plan])
        .refuses()
        .family(DATA_SHOP)
        .of_bundle(),
    NO_BUNDLE,
    PageRow::of("esim-checkout", "/esim/checkout/{bundleId}", Area::Esim, checkout)
        .priced(&[QueryKey::Plan])
        .refuses()
        .family(DATA_SHOP)
        .of_bundle(),
    PageRow::of("deal-soon", "/affiliate-vpn-deals", Area::Deal, |_| Ok(Content::DealSoon)),
    PageRow::of("trial-soon", "/trial", Area::Vpn, |_| Ok(Content::TrialSoon)),
    PageRow::of("terms", "/terms", Area::Vpn, |_| Ok(Content::Terms)).indexed().family("terms"),
    PageRow::of("privacy-policy", "/privacy-policy", Area::Vpn, |_| Ok(Content::PrivacyPolicy))
        .indexed()
        .family("privacy"),
    PageRow::of("support", "/support", Area::Vpn, |_| Ok(Content::Support)).indexed().family("support"),
    PageRow::of("landing-fb", "/landing-fb", Area::Vpn, landing_fb).priced(&[]).family("ad"),
    PageRow::of("landing-privacy", "/landing-privacy", Area::Vpn, landing_privacy)
        .indexed()
        .priced(&[])
        .family("threats"),
    PageRow::of("landing-access", "/landing-access", Area::Vpn, landing_access).indexed().priced(&[]).family("access"),
    PageRow::of("app-landing-whatsapp", "/app-landing-whatsapp", Area::Vpn, |_| Ok(Content::AppLandingWhatsapp))
        .indexed()
        .family("whatsapp"),
    PageRow::of("onboarding", ONBOARDING, Area::Vpn, onboarding).indexed().family("onboarding").refuses(),
    PageRow::of("panel", "/panel", Area::Account, panel).for_one_customer().refuses(),
    PageRow::of("panel-link", "/panel/link", Area::Account, |_| Ok(Content::PanelLink)).for_one_buyer().refuses(),
];

/// `/esim/bundle` without a number, and the answer for numbers of bundles that are not sold.
pub const NO_BUNDLE: PageRow =
    PageRow::of("esim-no-bundle", "/esim/bundle", Area::Esim, no_bundle).refuses().family(DATA_SHOP);

/// The page for every other address.
pub const NOT_FOUND: PageRow = PageRow::of("not-found", "", Area::Vpn, not_found);

/// The answer of a page whose prices cannot be computed.
pub const UNAVAILABLE: PageRow = PageRow::of("unavailable", "", Area::Vpn, |_| Ok(Content::Unavailable));

/// The page at a path without its language prefix; `None` for unknown paths.
#[must_use]
pub fn find(path: &str) -> Option<&'static PageRow> {
    PAGES.iter().find(|row| !row.names_code && row.fits(path)).or_else(|| of_campaign(path))
}

fn of_campaign(path: &str) -> Option<&'static PageRow> {
    let name = match Campaign::of_path(path)? {
        Campaign::Sale(_) => SALE,
        Campaign::Partner(_) => PARTNER,
    };
    PAGES.iter().find(|row| row.name == name)
}

/// The area of a path; unknown paths count as VPN pages.
#[must_use]
pub fn area_of(path: &str) -> Area {
    find(path).map_or(NOT_FOUND.area, |row| row.area)
}

/// A local address in a language: the path, which may have a query, behind the prefix of its area.
#[must_use]
pub fn local_address(path_and_query: &str, language: Language) -> String {
    let path = path_and_query.split('?').next().unwrap_or_default();
    format!("{}{path_and_query}", area_of(path).address_prefix(language))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_and_paths_are_unique_and_names_are_kebab_case() {
        let names: BTreeSet<_> = PAGES.iter().chain([&NOT_FOUND, &UNAVAILABLE]).map(|row| row.name).collect();
        let paths: BTreeSet<_> = PAGES.iter().map(|row| row.path).collect();
        assert_eq!((names.len(), paths.len()), (PAGES.len() + 2, PAGES.len()));
        for name in names {
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
        }
    }

    #[test]
    fn only_pages_for_everybody_are_indexed() {
        assert!(PAGES.iter().all(|row| !row.indexed || row.audience == Audience::Everybody));
    }

    #[test]
    fn a_word_in_a_path_is_one_segment() {
        let row = PageRow::of("x", "/esim/bundle/{id}", Area::Esim, not_found);
        for (path, fits) in [
            ("/esim/bundle/7", true),
            ("/esim/bundle/", false),
            ("/esim/bundle/7/8", false),
            ("/esim/bundle", false),
            ("/esim/bundles/7", false),
        ] {
            assert_eq!(row.fits(path), fits, "{path}");
        }
        let row = PageRow::of("x", "/{partner}-special", Area::Vpn, not_found);
        assert!(row.fits("/acme-special") && !row.fits("/-special") && !row.fits("/a/b-special"));
    }

    #[test]
    fn a_path_that_names_a_code_is_a_sales_or_a_partners() {
        let name = |path| find(path).map(|row| row.name);
        assert_eq!(name("/flash-sale-phrase"), Some("sale"));
        assert_eq!(name("/summer/sale-x1"), Some("sale"));
        assert_eq!(name("/acme-special"), Some("partner"));
        assert_eq!(name("/flash-sale-special"), Some("sale"));
        assert_eq!((name("/ACME-special"), name("/sale-"), name("/a/b-special")), (None, None, None));
    }

    #[test]
    fn addresses_follow_the_area_of_their_path() {
        assert_eq!(local_address("/buy?code=X", Language::En), "/buy?code=X");
        assert_eq!(local_address("/buy?code=X", Language::Nl), "/nl/buy?code=X");
        assert_eq!(local_address("/payment-status?hash=h", Language::Nl), "/payment-status?hash=h");
        assert_eq!(local_address("/payment-status?hash=h", Language::En), "/en/payment-status?hash=h");
        assert_eq!(local_address("/nothing", Language::Ar), "/ar/nothing");
    }
}
