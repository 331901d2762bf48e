//! The data of a page: the server computes it, React renders it to HTML, the browser hydrates from the same JSON.
//!
//! Price strings of every offered currency are in here already, so that neither the first paint nor a change of
//! currency needs any computation in the browser. The facts behind each price are here too: a page that explains a
//! price computes it again from them.

use serde::{Deserialize, Serialize};

use super::brand::Brand;
use super::esim_page::{EsimBundlePage, EsimCountriesPage, EsimHomePage, EsimNoBundlePage};
use super::plan_pages::{BuyPage, DealPage, LandingPage, PartnerPage, SalePage, TrialPage};
use super::tutorial::{EsimResultPage, TutorialPage};
use super::website::OnboardingPage;
use super::withdrawal::WithdrawalPage;
use crate::language::{Area, Direction, Language};

/// Colour scheme: the system's unless the visitor chose one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Whatever the device prefers.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

/// Whether a visitor has answered the question about events. What the answer was, a page reads from its cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Consent {
    /// Not yet: the page asks.
    Open,
    /// Yes: the page offers to ask again.
    Answered,
}

/// Everything one page needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Page {
    /// Version of the assets this page was rendered with.
    pub build: String,
    /// Language of every text.
    pub language: Language,
    /// Direction of that language.
    pub direction: Direction,
    /// This page in every language of its area, for the language list.
    pub languages: Vec<LanguageLink>,
    /// Chosen colour scheme.
    pub theme: Theme,
    /// The address without its language prefix and query, such as `/buy`.
    pub path: String,
    /// The part of the site the page belongs to.
    pub area: Area,
    /// The prefixes of local links, by the area of their target.
    pub prefixes: Prefixes,
    /// Names of the catalogs that hold the page's texts.
    pub catalogs: Vec<String>,
    /// Hosts a `checkout_url` may lead to.
    pub checkout_hosts: Vec<String>,
    /// The shop's own name, people and claims.
    pub brand: Brand,
    /// Whether the visitor has answered the question about events; absent where the shop forwards none, and on result pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
    /// The popular destinations that the footer of the eSIM shop names; none elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub popular: Vec<PopularPlace>,
    /// What the page shows.
    pub content: Content,
}

/// A popular destination of the eSIM shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PopularPlace {
    /// Its name in the page's language.
    pub name: String,
    /// Number of its bundle; absent when none is sold, then the name is no link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bundle: Option<u32>,
}

/// A page in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LanguageLink {
    /// The language.
    pub language: Language,
    /// The page's local address in it, without a query.
    pub href: String,
}

/// What precedes the path of a local link, so that the target speaks the language of the page. An area's own language
/// needs no prefix, so the prefixes of one page differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Prefixes {
    /// For the VPN pages.
    pub vpn: String,
    /// For the deal page and its result pages.
    pub deal: String,
    /// For the eSIM shop.
    pub esim: String,
    /// For sign-in and the panel.
    pub account: String,
}

/// What a page shows. The tag is the page's name: its row in the server's registry and its file in `web/src/pages` have
/// the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "page", rename_all = "kebab-case")]
pub enum Content {
    /// `/`: what the shop is, leading to `/buy`.
    Home(LandingPage),
    /// `/windows-landing`: the same for visitors with Windows.
    WindowsLanding(LandingPage),
    /// `/buy`: the plan picker.
    Buy(BuyPage),
    /// A sale's page: the plan picker with the code of its address, and the time that is left.
    Sale(SalePage),
    /// A partner's page: the plan picker with the partner's code.
    Partner(PartnerPage),
    /// `/trial`: the plans that can be tried first.
    Trial(TrialPage),
    /// `/payment-success`.
    PaymentSuccess,
    /// `/payment-failed`.
    PaymentFailed,
    /// `/payment-status`: where payers by iDEAL return to.
    PaymentStatus,
    /// `/callback-success-mollie`.
    CallbackSuccessMollie,
    /// `/callback-cancel-mollie`.
    CallbackCancelMollie,
    /// `/terms`.
    Terms,
    /// `/privacy-policy`.
    PrivacyPolicy,
    /// `/support`.
    Support,
    /// `/withdrawal`: withdrawing from an order, in two steps.
    Withdrawal(WithdrawalPage),
    /// `/landing-fb`: where advertisements lead.
    LandingFb(LandingPage),
    /// `/landing-privacy`: who can watch, and what helps.
    LandingPrivacy(LandingPage),
    /// `/landing-access`: calls, streaming and games.
    LandingAccess(LandingPage),
    /// `/app-landing-whatsapp`: how calls with WhatsApp are set up, device by device.
    AppLandingWhatsapp,
    /// `/onboarding`: the wizard and the welcome dashboard.
    Onboarding(OnboardingPage),
    /// `/panel`: signing in, or what a customer manages.
    Panel(PanelPage),
    /// `/panel/receipt/{number}`: the receipt of an order, for printing.
    PanelReceipt(PanelPage),
    /// `/panel/link`: where a mailed sign-in link leads.
    PanelLink,
    /// `/esim/callback-success`: where payers for data return to.
    EsimCallbackSuccess(EsimResultPage),
    /// `/esim/callback-failed`.
    EsimCallbackFailed(EsimResultPage),
    /// `/esim/tutorial`: how an eSIM is installed.
    EsimTutorial(TutorialPage),
    /// `/esim/about`.
    EsimAbout,
    /// `/esim/privacy`.
    EsimPrivacy,
    /// `/esim/terms`.
    EsimTerms,
    /// `/esim`: the first page of the eSIM shop.
    EsimHome(EsimHomePage),
    /// `/esim/countries`: the countries and regions with data plans.
    EsimCountries(EsimCountriesPage),
    /// `/esim/bundle/{id}`: the plans of a country or region.
    EsimBundle(EsimBundlePage),
    /// `/esim/bundle` and addresses of bundles that are not sold.
    EsimNoBundle(EsimNoBundlePage),
    /// `/esim/checkout/{bundleId}`: paying for a plan.
    EsimCheckout(EsimBundlePage),
    /// `/affiliate-vpn-deals`: paid and free months with an eSIM, for one price in euros.
    AffiliateVpnDeals(DealPage),
    /// Prices cannot be computed at this moment.
    Unavailable,
    /// Any other address.
    NotFound(NotFoundPage),
}

/// Content of `/panel` and of a receipt below it. It holds nothing personal: that comes from `/api/account`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PanelPage {
    /// Whether the requesting browser has a session.
    pub signed_in: bool,
}

/// Content of the page for unknown addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotFoundPage {
    /// The requested path, cut to 64 characters, control and direction characters removed.
    pub path: String,
}
