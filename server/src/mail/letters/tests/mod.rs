//! One shop, one buyer, and every kind of letter to them.

mod cancellation;
mod esim_ready;
mod look;
mod receipt;
mod refund;
mod rules;
mod sign_in;
mod texts;
mod words;

use chrono::{DateTime, TimeZone as _, Utc};
use onefare_core::currency::Currency;
use onefare_core::delivery::{Installation, Known};
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::otp::Otp;
use onefare_core::payment::Provider;
use onefare_core::quote::Renewal;
use onefare_core::subscription::Notice;
use onefare_core::wire::brand::{Brand, Claims};
use url::Url;

use super::account_deleted::AccountDeleted;
use super::account_email::{AccountMoved, EmailCode};
use super::address_changed::AddressChanged;
use super::cancellation::{Cancellation, Cancelled};
use super::charge_notice::ChargeNotice;
use super::esim_ready::EsimReady;
use super::later_receipt::LaterReceipt;
use super::order_held::OrderHeld;
use super::plan_change::PlanChange;
use super::receipt::{Purchase, Receipt, Subscription};
use super::refund::{Ended, Refund, RefundReason};
use super::renewal_unpaid::{RenewalUnpaid, Unpaid};
use super::resumption::Resumption;
use super::sign_in::{SignInCode, SignInLink};
use super::withdrawal::WithdrawalReceipt;
use super::{DataPlan, Envelope};
use crate::mail::Letter;

pub const CODE: &str = "LPA:1$rsp.truphone.example$QR-G-5C-1LS-1W1Z9P7";
pub const ORDER: &str = "7K3M-92PD";

pub fn brand(name: &str) -> Brand {
    let link = |place: &str| format!("https://app.example/{place}?a=1&b=2");
    Brand {
        name: name.to_owned(),
        legal_entity: "Example Quay B.V.".to_owned(),
        address: "Kade 1, Amsterdam".to_owned(),
        registration: "KvK 0".to_owned(),
        vat: String::new(),
        support_email: "help@shop.example".to_owned(),
        esim_support_email: "esim@northquay.example".to_owned(),
        chat_name: "WhatsApp".to_owned(),
        chat_link: "https://chat.northquay.example/support".to_owned(),
        support_phone: "+31 20 000 0000".to_owned(),
        support_hours: "Every day, 24 hours".to_owned(),
        link_ios: link("ios"),
        link_android: link("android"),
        link_windows: link("windows"),
        link_macos: String::new(),
        claims: Claims {
            devices: 5,
            devices_at_once: 2,
            locations: "50+".to_owned(),
            users: "1".to_owned(),
            guarantee_days: 30,
            servers: vec![],
            roaming_day: None,
            ratings: vec![],
            figures: Vec::new(),
            testimonials: Vec::new(),
            comparison: None,
        },
    }
}

/// The facts behind a test's letters. A test changes the ones that it is about.
pub struct Case {
    pub brand: Brand,
    pub language: Language,
    pub to: Email,
    pub order: String,
    pub place: String,
    pub manage: Url,
    pub tutorial: Url,
    pub link: Url,
    pub code: Otp,
    pub installation: Installation,
}

pub fn case(language: Language) -> Case {
    let address = |path: &str| format!("https://shop.example{path}").parse().expect("an address");
    let places = [
        (Language::En, "Türkiye"),
        (Language::Nl, "Turkije"),
        (Language::De, "Türkei"),
        (Language::Fr, "Turquie"),
        (Language::Ar, "تركيا"),
    ];
    Case {
        brand: brand("Lantern"),
        language,
        to: Email::parse("amal+shop@example.com").expect("an address"),
        order: ORDER.to_owned(),
        place: places.into_iter().find(|(known, _)| *known == language).expect("a place").1.to_owned(),
        manage: address("/panel"),
        tutorial: address("/esim/tutorial"),
        link: address("/sign-in?token=Zm9yLW9uZS11c2Utb25seQ"),
        code: Otp::parse("4821").expect("a code"),
        installation: Installation::of(&Known { generated: Some(CODE), ..Known::default() }),
    }
}

pub fn day(year: i32, month: u32, day: u32) -> DateTime<Utc> {
    Utc.with_ymd_and_hms(year, month, day, 12, 0, 0).single().expect("an instant")
}

pub fn money(minor: i64, currency: Currency) -> Money {
    Money::new(minor, currency).expect("an amount")
}

impl Case {
    pub fn envelope(&self) -> Envelope<'_> {
        Envelope { brand: &self.brand, language: self.language, to: &self.to, letter_id: "ltr_1" }
    }

    pub fn subscription(&self) -> Subscription<'_> {
        let amount = money(14_999, Currency::Aed);
        Subscription {
            months: 12,
            free_months: 0,
            ends_at: day(2027, 11, 20),
            renewal: Some(Renewal::starting(amount, day(2027, 11, 20), 12)),
            is_cancelled: false,
            esim_mb: None,
            manage_url: &self.manage,
        }
    }

    pub fn receipt<'a>(&'a self, amount_paid: Money, purchase: Purchase<'a>) -> Receipt<'a> {
        let paid_at = day(2026, 11, 20);
        // A payment by iDEAL does not renew.
        let once = matches!(purchase, Purchase::Subscription(Subscription { renewal: None, .. }));
        let paid_with = if once { Provider::Mollie } else { Provider::Stripe };
        Receipt { envelope: self.envelope(), order_number: &self.order, amount_paid, paid_at, paid_with, purchase }
    }

    pub fn plan(&self) -> Letter {
        self.bought(money(11_999, Currency::Aed), self.subscription())
    }

    pub fn bought(&self, amount_paid: Money, subscription: Subscription<'_>) -> Letter {
        self.receipt(amount_paid, Purchase::Subscription(subscription)).letter().expect("a letter")
    }

    pub fn deal(&self, renews: bool) -> Letter {
        let (amount, ends_at) = (money(3_999, Currency::Eur), day(2028, 3, 20));
        let renewal = renews.then_some(Renewal::starting(amount, ends_at, 12));
        let deal = Subscription { free_months: 4, ends_at, renewal, esim_mb: Some(5_120), ..self.subscription() };
        self.bought(amount, deal)
    }

    pub fn trial(&self) -> Letter {
        let amount = money(3_999, Currency::Usd);
        let first_charge = Renewal::starting(amount, day(2026, 11, 27), 12);
        let purchase = Purchase::Trial { first_charge, ends_at: None, manage_url: &self.manage };
        self.receipt(money(0, Currency::Usd), purchase).letter().expect("a letter")
    }

    pub fn data(&self) -> DataPlan<'_> {
        DataPlan { place: &self.place, megabytes: 10_240, unlimited: false, days: 30 }
    }

    pub fn refill(&self, plan: DataPlan<'_>) -> Letter {
        let purchase = Purchase::Refill { plan, tutorial_url: &self.tutorial, panel_url: &self.manage };
        self.receipt(money(1_250, Currency::Eur), purchase).letter().expect("a letter")
    }

    pub fn esim(&self) -> EsimReady<'_> {
        EsimReady {
            envelope: self.envelope(),
            order_number: &self.order,
            plan: self.data(),
            installation: &self.installation,
            tutorial_url: &self.tutorial,
            panel_url: &self.manage,
        }
    }

    pub fn sign_in_code(&self) -> Letter {
        SignInCode { envelope: self.envelope(), code: &self.code, minutes: 10 }.letter().expect("a letter")
    }

    pub fn sign_in_link(&self) -> Letter {
        SignInLink { envelope: self.envelope(), link: &self.link, minutes: 30 }.letter().expect("a letter")
    }

    pub fn refund(&self, reason: RefundReason, paid_with: Provider) -> Letter {
        self.refund_that_ends(reason, paid_with, None)
    }

    pub fn refund_that_ends(&self, reason: RefundReason, paid_with: Provider, ended: Option<Ended>) -> Letter {
        let refund = Refund {
            envelope: self.envelope(),
            order_number: &self.order,
            amount: money(3_999, Currency::Eur),
            paid: money(4_999, Currency::Eur),
            refunded_at: day(2026, 11, 21),
            reason,
            ended,
            paid_with,
        };
        refund.letter().expect("a letter")
    }

    pub fn cancellation(&self, of: Cancelled) -> Letter {
        let cancellation = Cancellation {
            envelope: self.envelope(),
            order_number: &self.order,
            months: 12,
            of,
            cancelled_at: day(2026, 11, 22),
            ends_at: if matches!(of, Cancelled::Subscription | Cancelled::ChargedLate { .. }) {
                day(2027, 11, 20)
            } else {
                day(2026, 11, 27)
            },
        };
        cancellation.letter().expect("a letter")
    }

    pub fn resumption(&self) -> Letter {
        let resumption = Resumption {
            envelope: self.envelope(),
            order_number: &self.order,
            months: 12,
            amount: money(15_000, Currency::Aed),
            charged_at: day(2027, 11, 20),
        };
        resumption.letter().expect("a letter")
    }

    pub fn later_receipt(&self, was_unpaid: bool) -> Letter {
        let receipt = LaterReceipt {
            envelope: self.envelope(),
            order_number: &self.order,
            months: 12,
            number: 14,
            amount: money(15_000, Currency::Aed),
            charged_at: day(2039, 11, 20),
            was_unpaid,
            agreed_at: day(2026, 11, 20),
            renews_at: Some(day(2040, 11, 20)),
        };
        receipt.letter().expect("a letter")
    }

    pub fn renewal_unpaid(&self, standing: Unpaid<'_>) -> Letter {
        let unpaid = RenewalUnpaid {
            envelope: self.envelope(),
            order_number: &self.order,
            months: 12,
            amount: money(15_000, Currency::Aed),
            unpaid_since: day(2027, 11, 20),
            standing,
        };
        unpaid.letter().expect("a letter")
    }

    pub fn charge_notice(&self, notice: Notice) -> Letter {
        let notice = ChargeNotice {
            envelope: self.envelope(),
            order_number: &self.order,
            notice,
            months: 12,
            amount: money(15_000, Currency::Aed),
            charged_at: day(2026, 11, 27),
            manage_url: &self.manage,
        };
        notice.letter().expect("a letter")
    }

    pub fn plan_change(&self) -> Letter {
        self.plan_change_to(false)
    }

    pub fn plan_change_to(&self, is_kept: bool) -> Letter {
        let change = PlanChange {
            envelope: self.envelope(),
            order_number: &self.order,
            months: 1,
            amount: money(3_999, Currency::Aed),
            charged_at: day(2027, 11, 20),
            is_kept,
        };
        change.letter().expect("a letter")
    }

    pub fn address_changed(&self) -> Letter {
        AddressChanged { envelope: self.envelope(), order_number: &self.order }.letter().expect("a letter")
    }

    pub fn order_held(&self) -> Letter {
        OrderHeld { envelope: self.envelope(), order_number: &self.order }.letter().expect("a letter")
    }

    pub fn account_deleted(&self) -> Letter {
        AccountDeleted { envelope: self.envelope() }.letter().expect("a letter")
    }

    pub fn email_code(&self, moves_to: Option<&str>) -> Letter {
        let code = Otp::parse("4711").expect("a code");
        EmailCode { envelope: self.envelope(), code: &code, minutes: 10, moves_to }.letter().expect("a letter")
    }

    pub fn account_moved(&self) -> Letter {
        AccountMoved { envelope: self.envelope(), new_email: "amal.k@example.com" }.letter().expect("a letter")
    }

    pub fn withdrawal(&self, name: Option<&str>, was_paid: bool) -> Letter {
        let (envelope, stated_at) = (self.envelope(), day(2026, 11, 23));
        WithdrawalReceipt { envelope, order_number: &self.order, name, was_paid, stated_at }.letter().expect("a letter")
    }

    /// One letter of every kind, by name.
    pub fn every_letter(&self) -> Vec<(&'static str, Letter)> {
        let unlimited = DataPlan { megabytes: 1_024, unlimited: true, days: 7, ..self.data() };
        let (access_until, page_url) = (day(2027, 11, 27), "https://invoice.stripe.com/i/acct_1/live_1");
        vec![
            ("receipt-plan", self.plan()),
            ("receipt-trial", self.trial()),
            ("receipt-prepaid", self.deal(false)),
            ("receipt-deal", self.deal(true)),
            ("receipt-refill", self.refill(self.data())),
            ("receipt-unlimited", self.refill(unlimited)),
            ("esim-ready", self.esim().letter().expect("a letter")),
            ("sign-in-code", self.sign_in_code()),
            ("sign-in-link", self.sign_in_link()),
            ("refund-second-payment", self.refund(RefundReason::SecondPayment, Provider::Mollie)),
            ("refund-not-delivered", self.refund(RefundReason::NotDelivered, Provider::Stripe)),
            ("cancelled-trial", self.cancellation(Cancelled::Trial)),
            ("cancelled-subscription", self.cancellation(Cancelled::Subscription)),
            ("ended-trial", self.cancellation(Cancelled::EndedTrial)),
            ("second-trial", self.cancellation(Cancelled::SecondTrial)),
            ("later-receipt", self.later_receipt(false)),
            ("paid-after-all", self.later_receipt(true)),
            ("renewal-declined", self.renewal_unpaid(Unpaid::Declined { access_until, panel_url: &self.manage })),
            ("renewal-to-confirm", self.renewal_unpaid(Unpaid::NeedsConfirmation { access_until, page_url })),
            (
                "renewal-given-up",
                self.renewal_unpaid(Unpaid::GivenUp { buy_url: "https://shop.example/buy?package=12" }),
            ),
            ("cancelled-unpaid", self.cancellation(Cancelled::Unpaid { amount: money(15_000, Currency::Aed) })),
            ("trial-ends", self.charge_notice(Notice::TrialEnds)),
            ("renews-soon", self.charge_notice(Notice::RenewsInAMonth)),
            ("resumed", self.resumption()),
            ("plan-change", self.plan_change()),
            ("address-changed", self.address_changed()),
            ("order-held", self.order_held()),
            ("account-deleted", self.account_deleted()),
            ("email-code-old", self.email_code(Some("amal.k@example.com"))),
            ("email-code-new", self.email_code(None)),
            ("account-moved", self.account_moved()),
            ("withdrawal", self.withdrawal(None, true)),
            ("withdrawal-with-name", self.withdrawal(Some("Amal K."), true)),
            ("withdrawal-unpaid", self.withdrawal(None, false)),
            ("refund-withdrawn", self.refund(RefundReason::Withdrawn, Provider::Mollie)),
            ("withdrawn-trial", self.cancellation(Cancelled::WithdrawnTrial)),
            ("refund-by-support", self.refund(RefundReason::BySupport, Provider::Stripe)),
            (
                "refund-ends",
                self.refund_that_ends(RefundReason::BySupport, Provider::Mollie, Some(Ended::Subscription)),
            ),
            ("refund-ends-esim", self.refund_that_ends(RefundReason::BySupport, Provider::Stripe, Some(Ended::Esim))),
        ]
    }
}

/// Every kind of letter in every language.
pub fn all_letters() -> Vec<(String, Letter)> {
    let named = |language: Language| {
        let name = move |(kind, letter)| (format!("{kind}.{}", language.code()), letter);
        case(language).every_letter().into_iter().map(name)
    };
    Language::ALL.into_iter().flat_map(named).collect()
}
