//! The content of `/trial`: the plans that have a trial, and the day of the first charge.

use chrono::{DateTime, Utc};
use onefare_core::date_text::date_text;
use onefare_core::delivery::trial_end;
use onefare_core::language::Language;
use onefare_core::quote::QuoteError;
use onefare_core::trial;
use onefare_core::wire::page::Content;
use onefare_core::wire::plan_pages::{BuyPage, TrialPage, TrialTerms};

use super::buy::buy_page;
use super::page_facts::PageFacts;

/// `/trial`. It takes no code: its address implies one, which the page need not name.
///
/// # Errors
/// A damaged price book.
pub fn trial(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    let trials = facts.prices.trials(facts.now)?;
    let offer = buy_page(facts.prices, &trials, None, facts.language)?;
    let offer = BuyPage { preselected: preselected(&offer), code: None, ..offer };
    Ok(Content::Trial(TrialPage { offer, trial: terms(facts.now, facts.language) }))
}

/// The highlighted plan, if it has a trial; a single plan needs no choice.
fn preselected(offer: &BuyPage) -> Option<String> {
    let highlighted = offer.plans.iter().find(|plan| offer.preselected.as_ref() == Some(&plan.product_id));
    let only = offer.plans.first().filter(|_| offer.plans.len() == 1);
    highlighted.or(only).map(|plan| plan.product_id.clone())
}

fn terms(now: DateTime<Utc>, language: Language) -> TrialTerms {
    TrialTerms {
        days: trial::DAYS,
        charged_on: trial_end(now, trial::DAYS).map(|day| date_text(day, language)).unwrap_or_default(),
        version: trial::TERMS_VERSION.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn the_english_page_shows_the_sentence_and_the_title_that_the_core_knows() {
        let english = include_str!("../../../web/src/i18n/en/trial.json");
        let words: BTreeMap<String, String> = serde_json::from_str(english).unwrap();
        assert_eq!(words["trial.acknowledge"], trial::TERMS);
        assert_eq!(format!(" {}", words["trial.plan"]), trial::TITLE);
    }

    #[test]
    fn the_first_charge_comes_seven_days_later() {
        let now = DateTime::parse_from_rfc3339("2028-02-25T12:00:00Z").unwrap().to_utc();
        let made = terms(now, Language::De);
        assert_eq!((made.days, made.charged_on.as_str(), made.version.as_str()), (7, "3. März 2028", "1"));
    }
}
