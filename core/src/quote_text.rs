//! A quote in words: how the price came about, what is due today, what renews and when, in five languages.
//!
//! Prices and days have the forms of [`crate::price_text`] and [`crate::date_text`]. In Arabic a code is isolated, so
//! that its Latin letters keep their order inside the sentence. They explain a hosted page's amount and an operator's view of an order; a page words
//! its own lines ([`crate::quote::Terms::explained`]).

mod counts;

use chrono::{DateTime, Utc};

use crate::date_text::date_text;
use crate::language::Language;
use crate::money::{Money, MoneyError};
use crate::percent::percent_text;
use crate::price_text::price_text;
use crate::quote::{Quote, Renewal, Rule, Step};

use counts::{days, every, months};

/// One line per step, then what is due today, then what renews.
///
/// `start` is the moment the first term begins: now for a page, the time of payment for a receipt.
///
/// ```
/// use chrono::{TimeZone, Utc};
/// use onefare_core::currency::Currency;
/// use onefare_core::language::Language;
/// use onefare_core::plan::{Plan, PlanAmount};
/// use onefare_core::quote::{Offer, Quote};
/// use onefare_core::quote_text::explain;
/// let year = Plan {
///     product_id: "vpn-12m".to_owned(),
///     months: 12,
///     priority: 1,
///     devices: Default::default(),
///     highlight: Default::default(),
///     prices: vec![PlanAmount { currency: Currency::Usd, amount: 3_999, before: None }],
/// };
/// let quote = Quote::compute(1, Offer::Trial(&year), Currency::Usd, None)?;
/// let now = Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap();
/// assert_eq!(
///     explain(&quote, now, Language::En)?,
///     [
///         "Price: $39.99",
///         "Free trial: 7 days",
///         "Due today: $0.00",
///         "Then $39.99 on 27 November 2026, and again every 12 months",
///     ]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A stored figure out of bounds.
pub fn explain(quote: &Quote, start: DateTime<Utc>, language: Language) -> Result<Vec<String>, MoneyError> {
    let mut lines = Vec::with_capacity(quote.steps.len().saturating_add(2));
    for step in &quote.steps {
        lines.push(step_text(quote, step, language)?);
    }
    lines.push(due_text(&price_text(quote.due_now()?, language), language));
    lines.push(match quote.renewal_after(start)? {
        Some(renewal) => renewal_text(renewal, language),
        None => once_text(language).to_owned(),
    });
    Ok(lines)
}

fn step_text(quote: &Quote, step: &Step, language: Language) -> Result<String, MoneyError> {
    let amount = |minor| Money::new(minor, quote.currency).map(|money| price_text(money, language));
    let (before, after) = (amount(step.before)?, amount(step.after)?);
    let code = code_text(quote.code.as_deref().unwrap_or(""), language);
    Ok(match step.rule {
        Rule::PlanPrice if step.before == step.after => match language {
            Language::En => format!("Price: {after}"),
            Language::Nl => format!("Prijs: {after}"),
            Language::De => format!("Preis: {after}"),
            Language::Fr => format!("Prix\u{a0}: {after}"),
            Language::Ar => format!("السعر: {after}"),
        },
        Rule::PlanPrice => match language {
            Language::En => format!("Price: {after} instead of {before}"),
            Language::Nl => format!("Prijs: {after} in plaats van {before}"),
            Language::De => format!("Preis: {after} statt {before}"),
            Language::Fr => format!("Prix\u{a0}: {after} au lieu de {before}"),
            Language::Ar => format!("السعر: {after} بدلًا من {before}"),
        },
        Rule::CodePercent(percent) => off_text(&code, &percent_text(percent, language), &after, language),
        Rule::CodeFixed(off) => off_text(&code, &amount(off)?, &after, language),
        Rule::ChargeStep => match language {
            Language::En => format!("Rounded to what cards can be charged: {after}"),
            Language::Nl => format!("Afgerond op wat een kaart kan betalen: {after}"),
            Language::De => format!("Gerundet auf das, was Karten belastet werden kann: {after}"),
            Language::Fr => format!("Arrondi à ce qu’une carte peut payer\u{a0}: {after}"),
            Language::Ar => format!("مقرّب إلى ما يمكن خصمه من البطاقة: {after}"),
        },
        Rule::Trial(length) => {
            let length = days(length, language);
            match language {
                Language::En => format!("Free trial: {length}"),
                Language::Nl => format!("Gratis proefperiode: {length}"),
                Language::De => format!("Kostenlose Testphase: {length}"),
                Language::Fr => format!("Essai gratuit\u{a0}: {length}"),
                Language::Ar => format!("تجربة مجانية: {length}"),
            }
        }
        Rule::ExtraMonths(length) => {
            let length = months(length, language);
            match language {
                Language::En => format!("Free on top: {length}"),
                Language::Nl => format!("Gratis erbij: {length}"),
                Language::De => format!("Gratis dazu: {length}"),
                Language::Fr => format!("Offert en plus\u{a0}: {length}"),
                Language::Ar => format!("مدة إضافية مجانية: {length}"),
            }
        }
    })
}

/// What a code took off; `off` is a percentage or an amount.
fn off_text(code: &str, off: &str, after: &str, language: Language) -> String {
    match language {
        Language::En => format!("Code {code}, {off} off: {after}"),
        Language::Nl => format!("Code {code}, {off} korting: {after}"),
        Language::De => format!("Code {code}, {off} Rabatt: {after}"),
        Language::Fr => format!("Code {code}, {off} de remise\u{a0}: {after}"),
        Language::Ar => format!("الرمز {code}، خصم {off}: {after}"),
    }
}

fn due_text(amount: &str, language: Language) -> String {
    match language {
        Language::En => format!("Due today: {amount}"),
        Language::Nl => format!("Vandaag te betalen: {amount}"),
        Language::De => format!("Heute fällig: {amount}"),
        Language::Fr => format!("À payer aujourd’hui\u{a0}: {amount}"),
        Language::Ar => format!("المستحق اليوم: {amount}"),
    }
}

fn renewal_text(renewal: Renewal, language: Language) -> String {
    let (amount, date) = (price_text(renewal.amount, language), date_text(renewal.at, language));
    let every = every(renewal.every_months, language);
    match language {
        Language::En => format!("Then {amount} on {date}, and again {every}"),
        Language::Nl => format!("Daarna {amount} op {date}, en vervolgens {every}"),
        Language::De => format!("Danach {amount} am {date}, dann {every}"),
        Language::Fr => format!("Ensuite {amount} le {date}, puis {every}"),
        Language::Ar => format!("ثم {amount} في {date}، وبعد ذلك {every}"),
    }
}

const fn once_text(language: Language) -> &'static str {
    match language {
        Language::En => "Paid once, nothing renews",
        Language::Nl => "Eenmalige betaling, er wordt niets verlengd",
        Language::De => "Einmalige Zahlung, nichts verlängert sich",
        Language::Fr => "Paiement unique, rien ne se renouvelle",
        Language::Ar => "دفعة واحدة، بلا تجديد تلقائي",
    }
}

/// A code inside a sentence.
fn code_text(code: &str, language: Language) -> String {
    match language {
        Language::Ar => format!("\u{2066}{code}\u{2069}"),
        Language::En | Language::Nl | Language::De | Language::Fr => code.to_owned(),
    }
}
