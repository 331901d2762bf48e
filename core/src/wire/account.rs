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
    /// Whether the call did what it says.
    pub success: bool,
    /// Where to go once signed in: a path of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_url: Option<String>,
    /// Without success: the stable code of the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Without success: the reason in English.
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
    /// Whether it is the one that asks.
    pub is_this_one: bool,
    /// `ios`, `android`, `windows`, `macos`, `linux` or `other`.
    pub device: String,
    /// When it began, RFC 3339 in UTC.
    pub began_at: String,
    /// The day of that, written out.
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
    /// Cancelled here or by support; the payment provider is being told.
    Cancelling,
    /// Cancelled: nothing more is charged.
    Cancelled,
    /// Its resumption is requested, and the payment provider has not confirmed it yet.
    Resuming,
    /// A change of its plan is requested, and the payment provider has not confirmed it yet.
    Changing,
    /// Paid once: nothing renews.
    Once,
    /// The order has ended or is not delivered: nothing is said of a renewal.
    None,
}

/// Where an order is, in a word for its customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AccountOrderState {
    /// Paid, and being delivered.
    Preparing,
    /// In use, or ready to be.
    Active,
    /// A person of ours looks at it.
    Held,
    /// Over.
    Ended,
    /// The money went back.
    Refunded,
}

/// An order as its customer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountOrder {
    /// Its number, which support asks for.
    pub number: String,
    /// What was bought, in the asked language.
    pub product: String,
    /// Whether it is a subscription rather than data.
    pub is_subscription: bool,
    /// Where it is.
    pub state: AccountOrderState,
    /// The day it was paid, written out.
    pub paid_on: String,
    /// What was paid, written out.
    pub paid: String,
    /// The renewal.
    pub renewal: RenewalState,
    /// Whether it is still free, in the days of its trial.
    pub is_trial: bool,
    /// While it renews: the next charge, written out, from the stored quote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_charge: Option<String>,
    /// While it renews: the day of that charge, to which it is usable in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_charge_on: Option<String>,
    /// Where it was cancelled and can be resumed: the charge that follows then, written out, from the stored quote.
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
    /// Where it renews as another plan: that plan, in the asked language. `next_charge` is its price then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renews_as: Option<String>,
    /// The plans that it can renew as, shortest first; empty where its plan cannot be changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<AccountPlan>,
    /// Where nothing renews: the day it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_on: Option<String>,
    /// Whether an eSIM can be shown.
    pub has_esim: bool,
    /// Whether its letters can be sent once more.
    pub has_letters: bool,
    /// Where nothing renews: the path of the page that sells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buy_again: Option<String>,
    /// Whether the provider keeps a card and invoices for it that can be shown.
    pub has_billing: bool,
}

/// A plan that a subscription can renew as, at the price that is charged then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountPlan {
    /// What names it in `POST /api/account/orders/{number}/plan`.
    pub product_id: String,
    /// Months between two charges.
    pub months: u32,
    /// That length, such as `12 months`, in the asked language.
    pub length: String,
    /// Minor units of every charge: send this back as `expected_amount`.
    pub amount: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// The charge, written out.
    pub charge: String,
    /// How often that is, such as `every 12 months`, in the asked language.
    pub every: String,
    /// Whether it is the plan in use.
    pub is_present: bool,
    /// Whether it is the one that follows.
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
    /// Where the provider shows card and invoices, for one visit: it opens for whoever has the address, for some minutes.
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
    /// What installs it on an iPhone.
    pub apple_link: String,
    /// What installs it on Android.
    pub android_link: String,
}

/// Where an eSIM stands with its supplier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EsimStanding {
    /// Nobody has installed it yet.
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
    /// Where it stands.
    pub standing: EsimStanding,
    /// The day until which it can be installed, or used once it is, in the asked language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// The data of it; absent before it is installed, and where the supplier does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<EsimDataUse>,
}

/// How much of an eSIM's data is used, in the asked language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimDataUse {
    /// What is used, rounded up.
    pub used: String,
    /// What is left, rounded down; absent for a plan that goes on without an end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    /// What the plan has; absent as `left`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<String>,
    /// Whole percent that are left, 0 only when nothing is; absent as `left`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent_left: Option<u32>,
    /// The day and minute of the supplier's count, hours ago.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_at: Option<String>,
}

impl fmt::Debug for AccountEsim {
    /// Without the code.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("AccountEsim(***)")
    }
}
