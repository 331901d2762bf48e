//! Payments: an answer counts as paid only when nothing in it differs.

use onefare_core::currency::Currency;
use onefare_core::order::{OrderState, PaymentEvent};
use onefare_core::payment::{
    Expected, FundsStatus, MollieFacts, MollieStatus, PaymentState, Reading, SessionFacts, SessionStatus, Verdict,
    judge, judge_mollie,
};
use onefare_core::quote::Product;
use proptest::prelude::*;

use crate::money::currency;

/// Answers that are right in some fields and wrong in others.
fn facts() -> impl Strategy<Value = SessionFacts> {
    let status = proptest::sample::select(vec![
        SessionStatus::Open,
        SessionStatus::Complete,
        SessionStatus::Complete,
        SessionStatus::Expired,
        SessionStatus::Unknown,
    ]);
    let funds = proptest::sample::select(vec![
        FundsStatus::Paid,
        FundsStatus::Paid,
        FundsStatus::Unpaid,
        FundsStatus::NothingDue,
        FundsStatus::Unknown,
    ]);
    let word = |right: &'static str| prop_oneof![4 => Just(Some(right.to_owned())), 1 => any::<Option<String>>()];
    let code = currency().prop_map(|currency| currency.code().to_ascii_lowercase());
    let code = prop_oneof![4 => Just(Some("aed".to_owned())), 1 => code.prop_map(Some), 1 => Just(None)];
    let amount = prop_oneof![4 => Just(Some(14_999_i64)), 1 => Just(Some(0)), 1 => any::<Option<i64>>()];
    let reference = prop_oneof![4 => Just("cs_1".to_owned()), 1 => any::<String>()];
    (reference, status, funds, amount, code, any::<bool>(), word("pay_1"), word("ord_1")).prop_map(
        |(reference, status, funds, amount_total, currency, livemode, client_reference, order_id)| SessionFacts {
            reference,
            status,
            funds,
            amount_total,
            currency,
            livemode,
            client_reference,
            order_id,
        },
    )
}

/// Every status Mollie documents.
const MOLLIE: [&str; 7] = ["open", "pending", "authorized", "paid", "canceled", "expired", "failed"];

fn product() -> impl Strategy<Value = Product> {
    proptest::sample::select(&Product::ALL[..])
}

/// The same question asked field by field, in one expression.
fn agrees(facts: &SessionFacts, expected: &Expected<'_>) -> bool {
    let there = facts.funds == FundsStatus::Paid
        || (facts.funds == FundsStatus::NothingDue && expected.amount == 0 && expected.product == Product::Trial);
    let same_code = facts.currency.as_ref().is_some_and(|code| code.to_ascii_uppercase() == expected.currency.code());
    facts.reference == expected.reference
        && facts.status == SessionStatus::Complete
        && there
        && facts.amount_total == Some(expected.amount)
        && same_code
        && facts.livemode == expected.livemode
        && facts.client_reference.as_deref() == Some(expected.payment_id)
        && facts.order_id.as_deref() == Some(expected.order_id)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8192))]

    #[test]
    fn paid_is_said_exactly_when_everything_agrees(
        facts in facts(),
        amount in prop_oneof![4 => Just(14_999), 1 => Just(0)],
        livemode: bool,
        product in product(),
    ) {
        let expected = Expected {
            reference: "cs_1",
            payment_id: "pay_1",
            order_id: "ord_1",
            product,
            amount,
            currency: Currency::Aed,
            livemode,
        };
        let verdict = judge(&facts, &expected);
        prop_assert_eq!(verdict == Verdict::Paid, agrees(&facts, &expected), "{:?}", verdict);
        if verdict == Verdict::Failed {
            prop_assert_eq!(facts.status, SessionStatus::Expired, "only what ended has failed");
        }
    }

    #[test]
    fn mollie_is_compared_like_stripe(
        facts in facts(),
        word in "[a-z]{0,12}",
        known in proptest::sample::select(&MOLLIE[..]),
        livemode: bool,
        product in product(),
    ) {
        let expected = Expected {
            reference: "cs_1",
            payment_id: "pay_1",
            order_id: "ord_1",
            product,
            amount: 14_999,
            currency: Currency::Aed,
            livemode,
        };
        let same = MollieFacts {
            reference: facts.reference.clone(),
            status: MollieStatus::parse(known),
            amount: facts.amount_total,
            currency: facts.currency.clone(),
            livemode: facts.livemode,
            payment_id: facts.client_reference.clone(),
            order_id: facts.order_id.clone(),
        };
        let paid = SessionFacts { status: SessionStatus::Complete, funds: FundsStatus::Paid, ..facts };
        let verdict = judge_mollie(&same, &expected);
        prop_assert_eq!(verdict == Verdict::Paid, known == "paid" && agrees(&paid, &expected), "{:?}", verdict);
        if known == "paid" {
            prop_assert_eq!(verdict, judge(&paid, &expected));
        }
        if MollieStatus::parse(&word) == MollieStatus::Unknown {
            let unknown = Reading::of_mollie(MollieStatus::parse(&word));
            prop_assert!(matches!(unknown, Reading::Pending(_)), "a new word means wait");
        }
    }
}

#[test]
fn stored_words_are_read_back() {
    for state in PaymentState::ALL {
        assert_eq!(PaymentState::parse(state.code()), Some(state));
        assert_eq!(serde_json::to_value(state).unwrap(), state.code());
    }
}

#[test]
fn whoever_is_not_settled_may_still_be_paid() {
    for state in PaymentState::ALL {
        assert_eq!(state.is_settled(), state.on(PaymentEvent::Paid, OrderState::Open).is_none(), "{state:?}");
    }
}
