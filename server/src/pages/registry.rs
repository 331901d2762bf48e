//! Every page of the shop: one row each. Known paths, cache keys, sitemap, speculation rules, head texts, language
//! prefixes and the listing that tests read follow from these rows.
//!
//! `docs/CONTRIBUTING.md` has the recipe for a new page.

use std::collections::HashMap;
use std::sync::LazyLock;

use onefare_core::campaign::OfferPage;
use onefare_core::language::{Area, Language};
use onefare_core::quote::QuoteError;
use onefare_core::wire::page::{Content, PanelPage};
use onefare_core::wire::withdrawal::WithdrawalPage;

use super::buy::buy;
use super::campaigns::{landing_access, landing_fb, landing_privacy};
use super::deals::deals;
use super::esim_shop::{bundle, checkout, countries, home as esim_home, no_bundle};
use super::landing::{home, windows_landing};
use super::not_found::{PLACE, not_found};
use super::offers::{partner, sale};
use super::onboarding::onboarding;
use super::page_facts::PageFacts;
use super::page_row::{DATA_SHOP, ESIM_HOME, ESIM_RESULT, ONBOARDING, PageRow, WITHDRAWAL};
use super::query::QueryKey;
use super::trial::trial;
use super::tutorial::{esim_result, tutorial};

/// Name of the page of every sale: its row has the path of one of them.
pub const SALE: &str = "sale";

/// Name of the page of every partner.
pub const PARTNER: &str = "partner";

fn panel(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    Ok(Content::Panel(PanelPage { signed_in: facts.signed_in }))
}

fn panel_receipt(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    Ok(Content::PanelReceipt(PanelPage { signed_in: facts.signed_in }))
}

/// Every page that has an address.
pub const PAGES: &[PageRow] = &[
    PageRow::of("home", "/", Area::Vpn, home).indexed().priced(&[]).family("landing").shared_with("flight"),
    // Not indexed: the same texts as the landing page, for advertisements that lead Windows users here.
    PageRow::of("windows-landing", "/windows-landing", Area::Vpn, windows_landing)
        .priced(&[])
        .family("landing")
        .shared_with("flight"),
    PageRow::of("buy", "/buy", Area::Vpn, buy)
        .indexed()
        .priced(&[QueryKey::Code, QueryKey::Package])
        .refuses()
        .shared_with("plans"),
    PageRow::of(SALE, "/flash-sale-phrase", Area::Vpn, sale)
        .priced(&[QueryKey::Package])
        .refuses()
        .names_code()
        .shared_with("plans"),
    PageRow::of(PARTNER, "/{partner}-special", Area::Vpn, partner)
        .example("quietharbor")
        .priced(&[QueryKey::Package])
        .refuses()
        .names_code()
        .shared_with("plans"),
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
    PageRow::of("esim-callback-success", "/esim/callback-success", Area::Esim, |facts| {
        Ok(Content::EsimCallbackSuccess(esim_result(facts)))
    })
    .for_one_buyer()
    .refuses()
    .family(ESIM_RESULT),
    PageRow::of("esim-callback-failed", "/esim/callback-failed", Area::Esim, |facts| {
        Ok(Content::EsimCallbackFailed(esim_result(facts)))
    })
    .for_one_buyer()
    .refuses()
    .family(ESIM_RESULT),
    PageRow::of("esim-tutorial", "/esim/tutorial", Area::Esim, tutorial).indexed().shared_with("esim"),
    PageRow::of("esim-about", "/esim/about", Area::Esim, |_| Ok(Content::EsimAbout))
        .indexed()
        .family("esim-about")
        .shared_with("documents"),
    PageRow::of("esim-privacy", "/esim/privacy", Area::Esim, |_| Ok(Content::EsimPrivacy))
        .indexed()
        .family("esim-privacy")
        .shared_with("documents"),
    PageRow::of("esim-terms", "/esim/terms", Area::Esim, |_| Ok(Content::EsimTerms))
        .indexed()
        .family("esim-terms")
        .shared_with("documents"),
    PageRow::of("esim-home", "/esim", Area::Esim, esim_home)
        .indexed()
        .priced(&[])
        .family(ESIM_HOME)
        .shared_with("esim"),
    PageRow::of("esim-countries", "/esim/countries", Area::Esim, countries)
        .indexed()
        .priced(&[QueryKey::Search])
        .refuses()
        .family(DATA_SHOP)
        .shared_with("esim"),
    PageRow::of("esim-bundle", "/esim/bundle/{id}", Area::Esim, bundle)
        .indexed()
        .priced(&[QueryKey::Plan])
        .refuses()
        .family(DATA_SHOP)
        .of_bundle()
        .shared_with("esim"),
    NO_BUNDLE,
    PageRow::of("esim-checkout", "/esim/checkout/{bundleId}", Area::Esim, checkout)
        .priced(&[QueryKey::Plan])
        .refuses()
        .family(DATA_SHOP)
        .of_bundle()
        .shared_with("esim"),
    PageRow::of("affiliate-vpn-deals", "/affiliate-vpn-deals", Area::Deal, deals)
        .indexed()
        .priced(&[QueryKey::Code])
        .refuses()
        // Its plans are plans of the VPN, with the same words.
        .family("vpn")
        .shared_with("deal"),
    PageRow::of("trial", "/trial", Area::Vpn, trial)
        .indexed()
        .priced(&[])
        .dated()
        .refuses()
        .family("trial")
        .shared_with("trial"),
    PageRow::of("terms", "/terms", Area::Vpn, |_| Ok(Content::Terms))
        .indexed()
        .family("terms")
        .shared_with("documents"),
    PageRow::of("privacy-policy", "/privacy-policy", Area::Vpn, |_| Ok(Content::PrivacyPolicy))
        .indexed()
        .family("privacy")
        .shared_with("documents"),
    PageRow::of("support", "/support", Area::Vpn, |_| Ok(Content::Support))
        .indexed()
        .family("support")
        .shared_with("documents"),
    PageRow::of("withdrawal", WITHDRAWAL, Area::Vpn, |_| Ok(Content::Withdrawal(WithdrawalPage::default())))
        .indexed()
        .family("withdrawal")
        .refuses()
        .shared_with("documents"),
    // Not indexed: its visitors come from advertisements, and a search finds the landing page.
    PageRow::of("landing-fb", "/landing-fb", Area::Vpn, landing_fb).priced(&[]).family("ad").shared_with("flight"),
    PageRow::of("landing-privacy", "/landing-privacy", Area::Vpn, landing_privacy)
        .indexed()
        .priced(&[])
        .family("threats")
        .shared_with("threats"),
    PageRow::of("landing-access", "/landing-access", Area::Vpn, landing_access)
        .indexed()
        .priced(&[])
        .family("access")
        .shared_with("access"),
    PageRow::of("app-landing-whatsapp", "/app-landing-whatsapp", Area::Vpn, |_| Ok(Content::AppLandingWhatsapp))
        .indexed()
        .family("whatsapp")
        .shared_with("whatsapp"),
    PageRow::of("onboarding", ONBOARDING, Area::Vpn, onboarding)
        .indexed()
        .family("onboarding")
        .refuses()
        .shared_with("onboarding"),
    PageRow::of("panel", "/panel", Area::Account, panel).for_one_customer().refuses(),
    PageRow::of("panel-receipt", "/panel/receipt/{number}", Area::Account, panel_receipt).for_one_customer().refuses(),
    PageRow::of("panel-link", "/panel/link", Area::Account, |_| Ok(Content::PanelLink)).for_one_buyer().refuses(),
];

/// `/esim/bundle` without a number, and the answer for numbers of bundles that are not on sale.
pub const NO_BUNDLE: PageRow =
    PageRow::of("esim-no-bundle", "/esim/bundle", Area::Esim, no_bundle).refuses().family(DATA_SHOP);

/// The page for every other address.
pub const NOT_FOUND: PageRow = PageRow::of("not-found", "", Area::Vpn, not_found);

/// The answer of a page whose prices cannot be computed.
pub const UNAVAILABLE: PageRow = PageRow::of("unavailable", "", Area::Vpn, |_| Ok(Content::Unavailable));

/// The page at a path without its language prefix; `None` for unknown paths.
#[must_use]
pub fn find(path: &str) -> Option<&'static PageRow> {
    // Each request looks up its path several times.
    static BY_PATH: LazyLock<HashMap<&str, &PageRow>> = LazyLock::new(|| {
        let rows = PAGES.iter().filter(|row| !row.names_code && !row.has_word());
        rows.map(|row| (row.path, row)).collect()
    });
    BY_PATH.get(path).copied().or_else(|| with_word(path)).or_else(|| of_campaign(path))
}

fn with_word(path: &str) -> Option<&'static PageRow> {
    PAGES.iter().find(|row| !row.names_code && row.word(path).is_some())
}

/// The path of the page of an unknown partner, with [`PLACE`] as the name. Names are plain words that need no escaping.
#[must_use]
pub fn strangers_path() -> String {
    format!("/{PLACE}-special")
}

fn of_campaign(path: &str) -> Option<&'static PageRow> {
    let name = match OfferPage::of_path(path)? {
        OfferPage::Sale(_) => SALE,
        OfferPage::Partner(_) => PARTNER,
    };
    PAGES.iter().find(|row| row.name == name)
}

/// The area of a path; unknown paths count as VPN pages.
#[must_use]
pub fn area_of(path: &str) -> Area {
    find(path).map_or(NOT_FOUND.area, |row| row.area)
}

/// A local address in a language: the path, which may have a query, after the prefix of its area.
#[must_use]
pub fn local_address(path_and_query: &str, language: Language) -> String {
    let path = path_and_query.split('?').next().unwrap_or_default();
    format!("{}{path_and_query}", area_of(path).address_prefix(language))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::page_row::Audience;
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
            assert_eq!(row.word(path).is_some(), fits, "{path}");
        }
        let row = PageRow::of("x", "/{partner}-special", Area::Vpn, not_found);
        let fits = |path| row.word(path).is_some();
        assert!(fits("/acme-special") && !fits("/-special") && !fits("/a/b-special"));
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
