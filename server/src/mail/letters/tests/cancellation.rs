use onefare_core::currency::Currency;
use onefare_core::language::Language;

use super::{case, day, money};
use crate::mail::letters::cancellation::Cancelled;

#[test]
fn a_cancelled_trial_says_that_nothing_is_charged_and_until_when_it_works() {
    let letter = case(Language::En).cancellation(Cancelled::Trial);
    assert_eq!(letter.subject, "Your trial at Lantern is cancelled, order 7K3M-92PD");
    let expected = "\
Lantern

Your trial is cancelled

Your trial ends by itself on 27 November 2026, and nothing is charged, then or later. Until then everything stays open to you.

Plan: Lantern VPN, 12 months
Free until: 27 November 2026
Date of cancellation: 22 November 2026
Order number: 7K3M-92PD
";
    assert!(letter.text.starts_with(expected), "{}", letter.text);
}

#[test]
fn every_end_has_words_of_its_own() {
    for language in Language::ALL {
        let case = case(language);
        let late = Cancelled::ChargedLate { amount: money(3_999, Currency::Aed), on: day(2027, 2, 20) };
        let all = [Cancelled::Trial, Cancelled::Subscription, late, Cancelled::EndedTrial, Cancelled::SecondTrial];
        let mut texts = all.map(|of| case.cancellation(of).text).to_vec();
        assert!(texts.iter().all(|text| text.contains("7K3M-92PD")), "{language:?}");
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), 5, "{language:?}");
    }
}
