use onefare_core::language::Language;
use onefare_core::payment::Provider;

use super::case;
use crate::mail::letters::refund::{Ended, RefundReason};

#[test]
fn it_says_how_much_why_and_when() {
    let letter = case(Language::En).refund(RefundReason::SecondPayment, Provider::Mollie);
    assert_eq!(letter.subject, "Refund for order 7K3M-92PD at Lantern");
    let expected = "\
Lantern

Your money is on its way back

Your order was paid twice. We keep one payment and give the other one back. Your order stays as it is.

Amount refunded: €39.99
Order number: 7K3M-92PD
Date of refund: 21 November 2026

When it arrives
It goes back to the bank account you paid from. It usually arrives within 1 to 3 working days.
";
    assert!(letter.text.starts_with(expected), "{}", letter.text);
}

#[test]
fn every_reason_and_every_way_have_words_of_their_own() {
    let reasons = [
        RefundReason::SecondPayment,
        RefundReason::NotDelivered,
        RefundReason::Withdrawn,
        RefundReason::BySupport,
        RefundReason::PartBySupport,
        RefundReason::RestBySupport,
    ];
    for language in Language::ALL {
        let case = case(language);
        let ways = [Provider::Stripe, Provider::Mollie];
        let mut texts: Vec<_> =
            reasons.into_iter().flat_map(|reason| ways.map(|way| case.refund(reason, way).text)).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), 12, "{language:?}");
    }
}

#[test]
fn all_of_the_money_says_what_ends_with_it() {
    let case = case(Language::En);
    let text = |ended| case.refund_that_ends(RefundReason::BySupport, Provider::Stripe, ended).text;
    let subscription = "\
What ends with it
Your subscription has ended with this refund. Nothing more is charged.
";
    assert!(text(Some(Ended::Subscription)).contains(subscription), "{}", text(Some(Ended::Subscription)));
    let esim = "Your order has ended with this refund, and its eSIM with it.";
    assert!(text(Some(Ended::Esim)).contains(esim), "{}", text(Some(Ended::Esim)));
    assert!(!text(None).contains("ended") && !text(None).contains("What ends"), "{}", text(None));
}
