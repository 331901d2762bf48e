//! What a page is made of: the server computes it, React renders it to HTML, the browser hydrates from the same JSON.
//!
//! Price strings of every offered currency are in here already, so that neither the first paint nor a change of
//! currency needs any computation in the browser. The facts behind each price are here too: a page that explains a
//! price computes it again from them.

use serde::{Deserialize, Serialize};

use super::claims::{Comparison, Testimonial};
use super::esim_page::{EsimBundlePage, EsimCountriesPage, EsimHomePage, EsimNoBundlePage};
use super::subscription::{BillingCycle, InitialData};
use super::website::OnboardingPage;
use crate::discount::CodeState;
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
    /// `/panel/link`: where a mailed sign-in link leads.
    PanelLink,
    /// `/esim/callback-success`: where payers for data return to.
    EsimCallbackSuccess,
    /// `/esim/callback-failed`.
    EsimCallbackFailed,
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
    /// `/esim/countries`: where data is sold for.
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

/// Content of the landing pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LandingPage {
    /// The plans, in display order.
    pub plans: Vec<LandingPlan>,
    /// Currencies of the switch, in display order: the page opens with the first.
    pub currencies: Vec<CurrencyOption>,
}

/// A plan on a page that shows plans without selling them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LandingPlan {
    /// The plan with its prices.
    pub card: PlanCard,
    /// What a month costs less than before, as text, in the order of the card's prices; absent where nothing is saved.
    pub monthly_savings: Vec<Option<String>>,
}

/// Content of `/affiliate-vpn-deals`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DealPage {
    /// What became of the code of the address; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<CodeNotice>,
    /// The deals, in display order; none where the price book has none.
    pub deals: Vec<DealCard>,
}

/// A deal with its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DealCard {
    /// Package id: the months that are paid for.
    pub package: u32,
    /// Months on top of them, in the first term only.
    pub free_months: u32,
    /// Months of the first term.
    pub term_months: u32,
    /// Data of the eSIM that comes along, such as `5 GB`.
    pub esim_text: String,
    /// Whether it carries the badge.
    pub popular: bool,
    /// How often it is billed by card.
    pub billing_cycle: BillingCycle,
    /// What is due now, as a large price.
    pub total: PriceLabel,
    /// The price by card, which renews. By iDEAL the same is due now, and nothing later.
    pub price: PlanPrice,
}

/// Content of `/panel`. It holds nothing personal: that comes from `/api/account`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PanelPage {
    /// Whether the browser that asked has a session.
    pub signed_in: bool,
}

/// Content of the page for unknown addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotFoundPage {
    /// The asked path, cut to 64 characters, control and direction characters removed.
    pub path: String,
}

/// Content of `/buy`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BuyPage {
    /// The answer `get_initial_data` gives for the same code.
    pub initial: InitialData,
    /// The cards, in display order.
    pub plans: Vec<PlanCard>,
    /// Currencies that may be chosen, in display order.
    pub currencies: Vec<CurrencyOption>,
    /// `product_id` of the card selected at first; absent when no plan is highlighted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preselected: Option<String>,
    /// Whether the query `package` chose that card: then the page goes on to the e-mail box.
    pub package_chosen: bool,
    /// What became of the code in the address; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<CodeNotice>,
    /// Highest whole percent saved among the plans.
    pub highest_discount: u32,
}

/// Content of a sale's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SalePage {
    /// The plans, the code of the address considered.
    pub offer: BuyPage,
    /// The instant at which the code ends, in milliseconds since 1970; absent for a code without an end, and for one that
    /// does not hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<i64>,
    /// What holds from then on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<AfterSale>,
}

/// The normal prices, which a sale's page shows once the sale is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AfterSale {
    /// The cards, in display order.
    pub plans: Vec<PlanCard>,
    /// Highest whole percent saved among the plans.
    pub highest_discount: u32,
}

/// Content of a partner's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PartnerPage {
    /// The plans, the partner's code considered.
    pub offer: BuyPage,
    /// The partner's name; absent when the shop has no such partner, or their code no longer holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
}

/// Content of `/trial`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrialPage {
    /// The plans that can be tried, with their trials' prices; none while no trial is offered.
    pub offer: BuyPage,
    /// What surrounds the first charge.
    pub trial: TrialTerms,
}

/// What a trial that begins today comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrialTerms {
    /// Days before the first charge.
    pub days: u32,
    /// The day of the first charge, as text.
    pub charged_on: String,
    /// The version of the text beside the box: send it back as `accepted_trial_terms`.
    pub version: String,
}

/// What the page says about a discount code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CodeNotice {
    /// What became of it.
    pub state: CodeState,
    /// The code as the price list spells it; absent when it is unknown, because its text may be anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// A currency in the selector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CurrencyOption {
    /// ISO 4217 code.
    pub code: String,
    /// Symbol, such as `$`; the code again where there is no own symbol.
    pub symbol: String,
    /// Name in the page's language.
    pub name: String,
}

/// A device of the eSIM guide (specification 2, section 3 "Tutorial device").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeviceGuide {
    /// Who makes it.
    pub brand: String,
    /// What it is called.
    pub model: String,
    /// What runs on it: `iOS` or `Android`.
    pub os: String,
    /// Whether it takes an eSIM.
    #[serde(rename = "esimSupported")]
    pub esim_supported: bool,
    /// What to do on it, step by step, in the page's language.
    pub instructions: Vec<String>,
}

/// Content of `/esim/tutorial`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TutorialPage {
    /// Every device of the guide.
    pub devices: Vec<DeviceGuide>,
    /// What is suggested to visitors, by what runs on their phone.
    pub suggestions: Vec<Suggestion>,
}

/// The devices suggested for one system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Suggestion {
    /// The system.
    pub os: String,
    /// Up to three models.
    pub models: Vec<String>,
}

/// One plan card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlanCard {
    /// Stable id of the plan.
    pub product_id: String,
    /// Months of one term.
    pub months: u32,
    /// Number of months and `-month`.
    pub title: String,
    /// The badge text in the page's language; empty means no badge.
    pub highlight: String,
    /// How often the plan is billed.
    pub billing_cycle: BillingCycle,
    /// The price in every offered currency.
    pub prices: Vec<PlanPrice>,
}

/// What a plan costs in one currency, as figures and as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlanPrice {
    /// `product_id` of the plan.
    pub product_id: String,
    /// ISO 4217 code.
    pub currency: String,
    /// What the figures below are computed from.
    pub facts: PriceFacts,
    /// Minor units due now: send this back as `expected_amount`.
    pub due_now: i64,
    /// Minor units of every later term.
    pub renewal: i64,
    /// Due now, per month.
    pub per_month: PriceLabel,
    /// Whether `per_month` times the months is exactly the amount due now.
    pub per_month_exact: bool,
    /// The crossed-out price per month; absent when nothing is saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_month_before: Option<String>,
    /// The amount due now.
    pub due_now_text: String,
    /// The crossed-out amount of the term; absent when nothing is saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before_text: Option<String>,
    /// The amount of every later term.
    pub renewal_text: String,
    /// Whole percent saved, rounded down; 0 when nothing is saved.
    pub saving_percent: u32,
}

/// What a price is computed from, in minor units of its currency. A page computes it again from these
/// ([`crate::quote::Terms`]) and shows how it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PriceFacts {
    /// Number of the immutable price book.
    pub book: i64,
    /// The crossed-out price of a term; the price itself when nothing is crossed out.
    pub list: i64,
    /// The price of a term before any code.
    pub price: i64,
    /// The applied code, as the price list spells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Basis points that the code takes off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code_percent: Option<u32>,
    /// Minor units that the code takes off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code_amount: Option<i64>,
    /// Whether later terms cost what the first one does with the code.
    #[serde(default, skip_serializing_if = "is_false")]
    pub every_term: bool,
    /// Days before the first charge; absent without a trial.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub trial_days: u32,
    /// Months that the first term has on top; absent when there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub extra_months: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// How a price is made, computed from its facts: the lines, and the figures that they must come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PriceExplanation {
    /// Minor units due now.
    pub due_now: i64,
    /// Minor units of every later term; absent when nothing renews.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renewal: Option<i64>,
    /// The amount due now.
    pub due_now_text: String,
    /// The amount of every later term.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renewal_text: Option<String>,
    /// The crossed-out amount of the term; absent when nothing is saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_text: Option<String>,
    /// Whole percent saved, rounded down; 0 when nothing is saved.
    pub saving_percent: u32,
    /// The lines, in order.
    pub lines: Vec<PriceLine>,
}

/// One line of how a price is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PriceLine {
    /// What the line says.
    pub kind: PriceLineKind,
    /// An amount; of a code, a rounding and a trial the change they make, with its sign.
    pub amount: String,
    /// The percentage of a code that takes one off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<String>,
    /// Days of a trial, or months on top.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

impl PriceLine {
    pub(crate) const fn new(kind: PriceLineKind, amount: String) -> Self {
        Self { kind, amount, percent: None, count: None }
    }
}

/// What a line of [`PriceExplanation`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum PriceLineKind {
    /// The crossed-out price of the term; absent when the price is not reduced.
    List,
    /// The price of the term.
    Price,
    /// What a code takes off.
    Code,
    /// What rounding to the currency's charge step changes.
    ChargeStep,
    /// Nothing is charged for some days.
    Trial,
    /// The first term is longer for the same amount.
    ExtraMonths,
    /// What is charged today.
    DueNow,
    /// What every later term costs.
    Renewal,
}

/// A price in pieces, so that the page can set the symbol smaller than the figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PriceLabel {
    /// The whole price as text.
    pub text: String,
    /// The figure alone.
    pub amount: String,
    /// The symbol alone.
    pub symbol: String,
    /// Whether the symbol stands before the figure.
    pub symbol_first: bool,
}

/// The public part of the brand file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Brand {
    /// Name of the shop.
    pub name: String,
    /// Company behind the shop.
    pub legal_entity: String,
    /// Its address on one line.
    pub address: String,
    /// Its registration number.
    pub registration: String,
    /// Its VAT number.
    pub vat: String,
    /// Where questions go.
    pub support_email: String,
    /// Where questions about eSIMs go.
    pub esim_support_email: String,
    /// What the messaging app is called that support answers in.
    pub chat_name: String,
    /// The conversation with support in that app.
    pub chat_link: String,
    /// The number that support answers in it.
    pub support_phone: String,
    /// When support answers, in the page's language.
    pub support_hours: String,
    /// App for iPhone and iPad.
    pub link_ios: String,
    /// App for Android.
    pub link_android: String,
    /// App for Windows.
    pub link_windows: String,
    /// App for macOS.
    pub link_macos: String,
    /// What the shop says of itself on this page.
    pub claims: Claims,
}

/// Marketing statements, which the brand file sets page by page. Percentages and prices are never among them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Claims {
    /// Devices one subscription may be installed on.
    pub devices: u32,
    /// Devices that may be connected at the same time.
    pub devices_at_once: u32,
    /// Places to connect to, such as `50+`.
    pub locations: String,
    /// How many people use it, such as `1 Million`.
    pub users: String,
    /// Days in which the money is given back.
    pub guarantee_days: u32,
    /// What a day of roaming costs elsewhere, on pages that compare.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roaming_day: Option<String>,
    /// Review badges.
    pub ratings: Vec<Rating>,
    /// What customers say; only on pages that show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub testimonials: Vec<Testimonial>,
    /// The comparison with other providers; only on pages that show one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
}

/// A review badge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rating {
    /// Such as `4.6`.
    pub score: String,
    /// Such as `60+` or `113.2K`.
    pub reviews: String,
    /// Who collected the reviews.
    pub place: String,
}
