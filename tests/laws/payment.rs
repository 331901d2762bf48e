//! Payments: an answer counts as paid only when nothing in it differs.

use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::order::{OrderEvent, OrderState, PaymentEvent};
use onefare_core::payment::{
    Expected, Failure, Field, FundsStatus, MollieFacts, MollieStatus, NotGoingBack, Ours, PaymentState, Reading,
    SessionFacts, SessionStatus, Verdict, going_back, judge, judge_mollie, refund_event,
};
use onefare_core::quote::Product;
use proptest::prelude::*;

use crate::money::{amount, currency};

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
    let renews = prop_oneof![4 => Just(Some(true)), 1 => any::<Option<bool>>()];
    let reference = prop_oneof![4 => Just("cs_1".to_owned()), 1 => any::<String>()];
    (reference, status, funds, amount, code, any::<bool>(), renews, word("pay_1"), word("ord_1")).prop_map(
        |(reference, status, funds, amount_total, currency, livemode, renews, client_reference, order_id)| {
            SessionFacts {
                reference,
                status,
                funds,
                amount_total,
                currency,
                livemode,
                renews,
                client_reference,
                order_id,
            }
        },
    )
}

/// Every status Mollie documents.
const MOLLIE: [&str; 7] = ["open", "pending", "authorized", "paid", "canceled", "expired", "failed"];

fn product() -> impl Strategy<Value = Product> {
    proptest::sample::select(&Product::ALL[..])
}

/// The same check field by field, in one expression.
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
        && facts.renews == Some(expected.renews)
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
        renews: bool,
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
            renews,
        };
        let verdict = judge(&facts, &expected);
        prop_assert_eq!(verdict == Verdict::Paid, agrees(&facts, &expected), "{:?}", verdict);
        let ours = Ours { reference: "cs_1", payment_id: "pay_1", order_id: "ord_1" };
        let charged = facts.charged(&ours);
        if verdict == Verdict::Paid {
            let agreed = Money::new(amount, Currency::Aed).unwrap();
            prop_assert_eq!(charged, Ok(agreed), "what agrees was charged as agreed");
        }
        if matches!(verdict, Verdict::Pending | Verdict::Failed | Verdict::Mismatch(Field::Reference | Field::Order)) {
            prop_assert!(charged.is_err(), "{:?} of what is {:?}", charged, verdict);
        }
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
            renews: true,
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
        let (status, funds) = (SessionStatus::Complete, FundsStatus::Paid);
        let paid = SessionFacts { status, funds, renews: Some(true), ..facts };
        let verdict = judge_mollie(&same, &expected);
        prop_assert_eq!(verdict == Verdict::Paid, known == "paid" && agrees(&paid, &expected), "{:?}", verdict);
        if known == "paid" {
            prop_assert_eq!(verdict, judge(&paid, &expected));
        }
        let ours = Ours { reference: "cs_1", payment_id: "pay_1", order_id: "ord_1" };
        prop_assert_eq!(same.charged(&ours).is_ok(), known == "paid" && paid.charged(&ours).is_ok());
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
fn reasons_are_called_the_same_in_logs_and_answers() {
    for failure in [Failure::Expired, Failure::Canceled, Failure::Declined] {
        assert_eq!(serde_json::to_value(failure).unwrap(), failure.code());
    }
    for field in [Field::Reference, Field::Order, Field::Amount, Field::Currency, Field::Mode, Field::Funds] {
        assert_eq!(serde_json::to_value(field).unwrap(), field.code());
    }
}

#[test]
fn only_what_failed_has_a_reason() {
    let reason = |word| Reading::of_mollie(MollieStatus::parse(word)).failure();
    for none in ["open", "pending", "authorized", "paid", "new"] {
        assert_eq!(reason(none), None, "{none}");
    }
    let reasons = ["canceled", "expired", "failed"].map(reason);
    assert_eq!(reasons, [Failure::Canceled, Failure::Expired, Failure::Declined].map(Some));
}

#[test]
fn whoever_is_not_settled_may_still_be_paid() {
    for state in PaymentState::ALL {
        assert_eq!(state.is_settled(), state.on(PaymentEvent::Paid, OrderState::Open).is_none(), "{state:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    /// In any number of parts and in any order: never more than was charged, and only the last unit makes the refund a
    /// full one.
    #[test]
    fn parts_never_add_up_to_more_than_was_charged(
        charged in 0_i64..=40,
        wishes in proptest::collection::vec(proptest::option::of(-2_i64..=45), 1..12),
        currency in currency(),
    ) {
        let step = currency.charge_step();
        let money = |minor: i64| Money::new(minor, currency).unwrap();
        let charged = money(charged * step);
        let mut returned = 0;
        for wish in wishes {
            match going_back(charged, money(returned), wish.map(|wish| money(wish * step))) {
                Ok(back) => {
                    prop_assert!(back.amount.minor() > 0 || charged.minor() == 0);
                    prop_assert!(wish.is_none_or(|wish| back.amount.minor() == wish * step), "as much as was wanted");
                    returned += back.amount.minor();
                    prop_assert_eq!(returned + back.left.minor(), charged.minor());
                    let whole = refund_event(charged.minor(), returned) == Some(PaymentEvent::Refunded);
                    prop_assert_eq!(whole, back.left.minor() == 0 && charged.minor() > 0);
                }
                Err(NotGoingBack::NothingLeft) => prop_assert!(returned == charged.minor() && returned > 0),
                Err(NotGoingBack::NothingCharged) => prop_assert_eq!(charged.minor(), 0),
                Err(NotGoingBack::NotPositive) => prop_assert!(wish.is_some_and(|wish| wish <= 0)),
                Err(NotGoingBack::TooMuch) => prop_assert!(wish.unwrap() * step > charged.minor() - returned),
                Err(error) => prop_assert!(false, "{error}"),
            }
        }
    }

    #[test]
    fn amounts_of_two_currencies_are_never_taken_from_each_other(
        charged in amount(),
        returned in amount(),
        wanted in proptest::option::of(amount()),
    ) {
        let all = [Some(charged), Some(returned), wanted];
        if let Ok(back) = going_back(charged, returned, wanted) {
            prop_assert!(all.into_iter().flatten().all(|one| one.currency() == back.amount.currency()));
            prop_assert_eq!(back.left.currency(), charged.currency());
            prop_assert_eq!(back.amount.minor() % charged.currency().charge_step(), 0);
        }
    }
}

#[test]
fn money_is_held_where_it_can_come_back() {
    for state in PaymentState::ALL {
        let comes_back = state.on(PaymentEvent::Refunded, OrderState::Held).is_some();
        // On an open or failed payment the money came and went unnoticed.
        assert_eq!(state.holds_money(), comes_back && state.is_settled(), "{state:?}");
    }
}

#[test]
fn an_order_is_disputed_exactly_while_the_dispute_can_still_be_won() {
    for state in OrderState::ALL {
        let won = state.on(OrderEvent::DisputeWon).is_some();
        assert_eq!(state.is_disputed(), won, "{state:?}");
    }
}
