//! The words of the letters, one JSON file per language. Each file must have exactly these fields.

use onefare_core::language::Language;
use serde::Deserialize;

use super::LetterError;

/// Everything the letters say in one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Texts {
    pub(super) plan: PlanTexts,
    pub(super) data: DataTexts,
    pub(super) labels: Labels,
    pub(super) receipt: ReceiptTexts,
    pub(super) esim: EsimTexts,
    pub(super) sign_in_code: CodeTexts,
    pub(super) sign_in_link: LinkTexts,
    pub(super) sign_in: SignInTexts,
    pub(super) refund: RefundTexts,
    pub(super) cancellation: CancellationTexts,
    pub(super) later_receipt: LaterReceiptTexts,
    pub(super) charge_notice: ChargeNoticeTexts,
    pub(super) renewal_unpaid: RenewalUnpaidTexts,
    pub(super) renewal_ended: RenewalEndedTexts,
    pub(super) resumption: Opening,
    pub(super) plan_change: Opening,
    /// A change back to the plan in use.
    pub(super) plan_kept: Opening,
    pub(super) address_changed: Opening,
    pub(super) order_held: OrderHeldTexts,
    pub(super) withdrawal: WithdrawalTexts,
    pub(super) account_deleted: AccountDeletedTexts,
    pub(super) email_code_old: Opening,
    pub(super) email_code_new: Opening,
    pub(super) account_moved: Opening,
    pub(super) footer: FooterTexts,
}

/// The beginning of a letter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Opening {
    pub(super) subject: String,
    /// What mail programs and locked screens show beside the subject: no secret belongs here.
    pub(super) preview: String,
    pub(super) title: String,
    pub(super) intro: String,
}

/// The receipt of a later charge.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LaterReceiptTexts {
    pub(super) on_time: Opening,
    /// After the card had failed.
    pub(super) late: Opening,
}

/// The letter about a renewal that could not be charged.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RenewalUnpaidTexts {
    pub(super) card: Opening,
    pub(super) confirm: Opening,
    pub(super) card_button: String,
    pub(super) confirm_button: String,
    pub(super) cancel: String,
}

/// The letter about a plan that ended unpaid.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RenewalEndedTexts {
    pub(super) opening: Opening,
    pub(super) again: String,
}

/// The letter before a charge.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChargeNoticeTexts {
    pub(super) trial: Opening,
    pub(super) renewal: Opening,
    pub(super) cancel: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanTexts {
    /// The product's name on receipts and pay pages.
    pub(super) name: String,
    /// "12 months".
    pub(super) length: Counted,
    /// "4 free months".
    pub(super) free: Counted,
    /// Both together.
    pub(super) term: String,
    /// "every 12 months".
    pub(super) every: Counted,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DataTexts {
    /// Unlimited data, with a fast allowance per day.
    pub(super) by_day: String,
    /// How long a plan is valid, and from when.
    pub(super) valid: String,
}

/// The label of a value.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Labels {
    pub(super) amount_paid: String,
    pub(super) charged_today: String,
    pub(super) amount_refunded: String,
    pub(super) plan: String,
    pub(super) term: String,
    pub(super) active_until: String,
    pub(super) free_until: String,
    pub(super) first_charge: String,
    pub(super) next_charge: String,
    pub(super) first_charge_value: String,
    pub(super) included_esim: String,
    pub(super) destination: String,
    pub(super) data: String,
    pub(super) valid: String,
    pub(super) order_number: String,
    pub(super) paid_on: String,
    pub(super) ordered_on: String,
    pub(super) paid_with: String,
    pub(super) by_card: String,
    /// The public name of iDEAL since 2026, in every language; providers kept the old one.
    pub(super) by_ideal: String,
    pub(super) refunded_on: String,
    pub(super) cancelled_on: String,
    pub(super) ended_on: String,
    pub(super) smdp_address: String,
    pub(super) activation_code: String,
    pub(super) whole_code: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReceiptTexts {
    pub(super) subscription: Opening,
    pub(super) trial: Opening,
    pub(super) refill: Opening,
    pub(super) start_title: String,
    pub(super) start: String,
    pub(super) apps: String,
    pub(super) manage: String,
    pub(super) next_title: String,
    pub(super) next: String,
    pub(super) guide: String,
    pub(super) renewal_title: String,
    pub(super) renewal: String,
    pub(super) cancel: String,
    pub(super) once_title: String,
    pub(super) once: String,
    pub(super) cancelled: String,
    pub(super) once_refill: String,
    pub(super) trial_title: String,
    pub(super) trial_charge: String,
    pub(super) trial_cancel: String,
    pub(super) esim_title: String,
    pub(super) esim: String,
    pub(super) guarantee_title: Counted,
    pub(super) guarantee: Counted,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EsimTexts {
    pub(super) ready: Opening,
    pub(super) install_title: String,
    pub(super) install: String,
    pub(super) install_apple: String,
    pub(super) install_android: String,
    /// Used where there is a link but no code.
    pub(super) open_title: String,
    pub(super) open: String,
    pub(super) open_button: String,
    pub(super) scan_title: String,
    pub(super) scan: String,
    /// The picture's alternative text.
    pub(super) picture: String,
    pub(super) type_title: String,
    #[serde(rename = "type")]
    pub(super) type_in: String,
    pub(super) confirmation_title: String,
    pub(super) confirmation: String,
    pub(super) apple_title: String,
    pub(super) apple: [String; 3],
    pub(super) android_title: String,
    pub(super) android: [String; 3],
    /// Names the link to the panel, in the receipt too.
    pub(super) panel: String,
    pub(super) guide: String,
    pub(super) secret_title: String,
    pub(super) secret: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CodeTexts {
    pub(super) opening: Opening,
    pub(super) valid: Counted,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LinkTexts {
    pub(super) opening: Opening,
    pub(super) button: String,
    pub(super) valid: Counted,
    pub(super) copy: String,
}

/// For recipients who did not request to sign in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SignInTexts {
    pub(super) warning_title: String,
    pub(super) warning: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RefundTexts {
    pub(super) subject: String,
    pub(super) preview: String,
    pub(super) title: String,
    pub(super) second_payment: String,
    pub(super) not_delivered: String,
    pub(super) withdrawn: String,
    pub(super) by_support: String,
    pub(super) part_title: String,
    pub(super) part_by_support: String,
    pub(super) rest_by_support: String,
    pub(super) ended_title: String,
    pub(super) ended_subscription: String,
    pub(super) ended_esim: String,
    pub(super) when_title: String,
    pub(super) card: String,
    pub(super) ideal: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CancellationTexts {
    /// A trial that ends by itself.
    pub(super) trial: Opening,
    /// A subscription that no longer renews.
    pub(super) subscription: Opening,
    /// A subscription that was charged all the same: that charge is refunded.
    pub(super) late: Opening,
    /// A trial that support ended at once.
    pub(super) ended: Opening,
    /// A subscription that ends at once, because its renewal was unpaid.
    pub(super) unpaid: Opening,
    /// A second trial of the same address.
    pub(super) second: Opening,
    /// A trial whose buyer had withdrawn before it began.
    pub(super) withdrawn: Opening,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderHeldTexts {
    pub(super) opening: Opening,
    pub(super) once_title: String,
    pub(super) once: String,
    pub(super) next_title: String,
    pub(super) next: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WithdrawalTexts {
    pub(super) opening: Opening,
    /// The label of the sentence that the buyer confirmed.
    pub(super) statement: String,
    /// That sentence, as on the page.
    pub(super) statement_value: String,
    pub(super) stated_at: String,
    pub(super) email: String,
    pub(super) name: String,
    pub(super) next_title: String,
    pub(super) next: String,
    /// For an order that was unpaid when the withdrawal was stated.
    pub(super) next_unpaid: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountDeletedTexts {
    pub(super) opening: Opening,
    /// What the shop must keep by law.
    pub(super) kept_title: String,
    pub(super) kept: String,
    /// What ends, and what is still on its way.
    pub(super) runs_title: String,
    pub(super) runs: String,
    /// For recipients who did not request it.
    pub(super) not_you_title: String,
    pub(super) not_you: String,
}

/// Under every letter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FooterTexts {
    pub(super) help: String,
    pub(super) why_receipt: String,
    pub(super) why_order: String,
    pub(super) why_sign_in: String,
    pub(super) why_account: String,
    pub(super) why_address: String,
}

/// A text with forms for a number.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Counted {
    pub(super) one: String,
    #[serde(default)]
    pub(super) two: Option<String>,
    #[serde(default)]
    pub(super) few: Option<String>,
    #[serde(default)]
    pub(super) many: Option<String>,
    pub(super) other: String,
}

impl Texts {
    /// The words of a language.
    pub(super) fn of(language: Language) -> Result<Self, LetterError> {
        serde_json::from_str(Self::file(language))
            .map_err(|source| LetterError::Texts { language: language.code(), source })
    }

    pub(super) const fn file(language: Language) -> &'static str {
        match language {
            Language::En => include_str!("words/en.json"),
            Language::Nl => include_str!("words/nl.json"),
            Language::De => include_str!("words/de.json"),
            Language::Fr => include_str!("words/fr.json"),
            Language::Ar => include_str!("words/ar.json"),
        }
    }
}

impl Counted {
    /// The form for a whole number (Unicode plural rules).
    pub(super) fn form(&self, count: u32, language: Language) -> &str {
        let form = match (language, count) {
            (Language::Fr, 0 | 1) | (_, 1) => Some(&self.one),
            (Language::Ar, 2) => self.two.as_ref(),
            (Language::Ar, _) if (3..=10).contains(&(count % 100)) => self.few.as_ref(),
            (Language::Ar, _) if (11..=99).contains(&(count % 100)) => self.many.as_ref(),
            _ => None,
        };
        form.unwrap_or(&self.other)
    }
}
