//! `/panel/*` and `/api/account/*`: signing in, and what a signed-in customer sees (specification 1, section 7).

mod requests;

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::language::Language;

pub use requests::{
    AccountEmailRequest, AccountLanguageRequest, ChangePlanRequest, CheckCodeRequest, ConfirmAccountEmailRequest,
    DeleteAccountRequest, MAX_CODE, MAX_EMAIL, MAX_LINK, ResumeRenewalRequest, SendCodeRequest, SignInLinkRequest,
};

/// Answer of the calls that sign in.
///
/// `success` and `redirect_url` are the specification's. A refusal that the specification words says so in the body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SignInResponse {
    /// Whether the call succeeded.
    pub success: bool,
    /// Where a signed-in customer goes next: a path of the shop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_url: Option<String>,
    /// When `success` is false: the stable code of the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// When `success` is false: the reason in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// Answer of `GET /api/account/sessions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SessionList {
    /// The sessions that have not ended, newest first.
    pub sessions: Vec<SessionView>,
}

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SessionView {
    /// Whether the call was made in this session.
    pub is_this_one: bool,
    /// `ios`, `android`, `windows`, `macos`, `linux` or `other`.
    pub device: String,
    /// When it began, RFC 3339 in UTC.
    pub began_at: String,
    /// That day as text.
    pub began_on: String,
    /// When it was last used, to within a few minutes.
    pub seen_at: String,
}

/// Answer of the calls that sign out, of the one that deletes the account, and of those that change its address or the
/// language of its letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SignedOut {
    /// Always true; refusals use the problem body.
    pub success: bool,
}

/// How far the renewal of a subscription is cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RenewalState {
    /// It renews, and can be cancelled here.
    Renews,
    /// Its cancellation is requested, and the payment provider has not confirmed it yet.
    Cancelling,
    /// Cancelled: nothing more is charged.
    Cancelled,
    /// Its resumption is requested, and the payment provider has not confirmed it yet.
    Resuming,
    /// A change of its plan is requested, and the payment provider has not confirmed it yet.
    Changing,
    /// The charge of the present term failed, and the payment provider tries again.
    PastDue,
    /// Paid once: nothing renews.
    Once,
    /// The order has ended or is not delivered, so it has no renewal.
    None,
}

/// A renewal that could not be charged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountUnpaid {
    /// What is due, as text.
    pub amount: String,
    /// The day until which the customer keeps access, as text; absent once it is past.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// The invoice's hosted page, if the bank requires the customer to confirm the charge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm_url: Option<String>,
}

/// The state of an order as its customer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AccountOrderState {
    /// Paid, and being delivered.
    Preparing,
    /// In use, or ready to be.
    Active,
    /// An operator looks at it.
    Held,
    /// The customer's bank decides about a disputed charge.
    Disputed,
    /// Over.
    Ended,
    /// The money was refunded.
    Refunded,
}

/// An order as its customer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountOrder {
    /// Its number, by which support finds it.
    pub number: String,
    /// What was bought, in the requested language.
    pub product: String,
    /// Whether it is a subscription rather than data.
    pub is_subscription: bool,
    /// Its state.
    pub state: AccountOrderState,
    /// The day of the payment, as text.
    pub paid_on: String,
    /// The amount paid, as text.
    pub paid: String,
    /// How much of it was refunded, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refunded: Option<String>,
    /// The renewal.
    pub renewal: RenewalState,
    /// Its renewal that could not be charged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unpaid: Option<AccountUnpaid>,
    /// Whether its trial still runs.
    pub is_trial: bool,
    /// While it renews: the next charge as text, from the stored quote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_charge: Option<String>,
    /// While it renews: the day of that charge, until which it is usable in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_charge_on: Option<String>,
    /// Where a cancelled renewal can be resumed: the charge that follows then, as text, from the stored quote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed_charge: Option<String>,
    /// Its minor units: send this back as `expected_amount`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed_amount: Option<i64>,
    /// Its ISO 4217 code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed_currency: Option<String>,
    /// The day of that charge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed_charge_on: Option<String>,
    /// Where it renews as another plan: that plan, in the requested language. `next_charge` is then its price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renews_as: Option<String>,
    /// The plans that it can renew as, shortest first; empty where its plan cannot be changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<AccountPlan>,
    /// What its later terms were charged, the newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub charges: Vec<AccountCharge>,
    /// Where nothing renews: the day on which it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_on: Option<String>,
    /// Whether an eSIM can be shown.
    pub has_esim: bool,
    /// Whether its letters can be sent again.
    pub has_letters: bool,
    /// Where nothing renews: the path of the page that sells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buy_again: Option<String>,
    /// Whether the provider has a page with its card and invoices.
    pub has_billing: bool,
}

/// A charge of a later term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountCharge {
    /// The day, as text in the requested language.
    pub on: String,
    /// The amount, as text.
    pub amount: String,
    /// How much of it was refunded, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refunded: Option<String>,
}

/// A plan that a subscription can renew as, at the price that is charged then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountPlan {
    /// Its name in `POST /api/account/orders/{number}/plan`.
    pub product_id: String,
    /// Months between two charges.
    pub months: u32,
    /// The same as text, such as `12 months`, in the requested language.
    pub length: String,
    /// Minor units of every charge: send this back as `expected_amount`.
    pub amount: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// The charge as text.
    pub charge: String,
    /// The interval of the charges, such as `every 12 months`, in the requested language.
    pub every: String,
    /// Whether it is the plan in use.
    pub is_present: bool,
    /// Whether the subscription renews as this plan.
    pub is_next: bool,
}

/// Answer of `POST /api/account/orders/{number}/letters`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LettersRequested {
    /// Always true; refusals use the problem body.
    pub success: bool,
}

/// Answer of `POST /api/account/orders/{number}/billing`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BillingPage {
    /// URL of the provider's page with card and invoices, for one visit. Within some minutes it opens for any caller who has
    /// it.
    pub url: String,
}

impl fmt::Debug for BillingPage {
    /// Without the address.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("BillingPage(***)")
    }
}

/// Answer of `GET /api/account`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountView {
    /// The address of the account.
    pub email: String,
    /// Language of its letters: that of the newest order.
    pub language: Language,
    /// The paid orders, newest first.
    pub orders: Vec<AccountOrder>,
}

/// Answer of `GET /api/account/orders/{number}/esim`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountEsim {
    /// The whole activation code.
    pub code: String,
    /// The same as a QR code: a PNG in base 64.
    pub qr_png: String,
    /// The link that installs it on an iPhone.
    pub apple_link: String,
    /// The link that installs it on Android.
    pub android_link: String,
}

/// The state of an eSIM at its supplier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EsimStanding {
    /// Not installed yet.
    NotInstalled,
    /// In use.
    InUse,
    /// All of its data is used.
    UsedUp,
    /// Its time is over.
    Over,
}

/// Answer of `GET /api/account/orders/{number}/esim/usage`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimUsage {
    /// Its state.
    pub standing: EsimStanding,
    /// The day until which it can be installed, or used once it is installed, in the requested language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Its data; absent before it is installed, and where the supplier does not state it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<EsimDataUse>,
}

/// How much of an eSIM's data is used, in the requested language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimDataUse {
    /// The data used, rounded up.
    pub used: String,
    /// The data left, rounded down; absent for an unlimited plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    /// The data of the plan; absent with `left`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<String>,
    /// Whole percent left, 0 only when nothing is left; absent with `left`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent_left: Option<u32>,
    /// Day and minute of the supplier's count, which may be hours old.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_at: Option<String>,
}

impl fmt::Debug for AccountEsim {
    /// Without the code.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("AccountEsim(***)")
    }
}
