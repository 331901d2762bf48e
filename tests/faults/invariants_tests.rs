//! Tests the reckoning itself: consistent ledgers give no finding, and each tampering gives the matching one.

use super::*;
use crate::buyer::Receipt;
use crate::ledgers::{Code, Delivery, Letter, Move, Redemption, Session, Supplied};
use crate::plan::{Action, Scenario, Way};

#[path = "invariants_esims_tests.rs"]
mod esims;

const ENDS: i64 = 1_795_203_351;

/// One paid order with its records, and the buyer.
fn in_order() -> (Ledgers, Vec<Observed>) {
    let step = |table: &str, id: &str, from: &str, to: &str| Move {
        table: table.into(),
        id: id.into(),
        from: from.into(),
        to: to.into(),
        at: 0,
    };
    let ledgers = Ledgers {
        orders: vec![Order {
            id: "ord_1".into(),
            number: "729Z-XTRW".into(),
            product: "vpn-12m".into(),
            email: "a@b.example".into(),
            currency: "AED".into(),
            due_now: 12_000,
            state: "delivered".into(),
            code: Some("spring20".into()),
        }],
        payments: vec![Payment {
            id: "pay_1".into(),
            order_id: "ord_1".into(),
            reference: Some("cs_1".into()),
            state: "paid".into(),
        }],
        deliveries: vec![Delivery { order_id: "ord_1".into(), ends_at: ENDS * 1000 }],
        esims: Vec::new(),
        letters_noted: vec!["ord_1 receipt".into()],
        webhook_events_noted: vec!["evt_1".into(), "evt_2".into()],
        jobs: Vec::new(),
        codes: vec![
            Code { code: "spring20".into(), used: 1, limit: Some(1) },
            Code { code: "first100".into(), used: 100, limit: Some(100) },
        ],
        redemptions: vec![Redemption { order_id: "ord_1".into(), code: "spring20".into(), state: "consumed".into() }],
        moves: vec![
            step("payments", "pay_1", "open", "paid"),
            step("orders", "ord_1", "open", "paid"),
            step("orders", "ord_1", "paid", "delivered"),
        ],
        charges: vec![Charge { session: "cs_1".into(), amount: 12_000, currency: "aed".into() }],
        refunds: Vec::new(),
        supplied: Supplied::default(),
        sessions: vec![Session {
            id: "cs_1".into(),
            status: "complete".into(),
            payment_id: "pay_1".into(),
            email: "a@b.example".into(),
        }],
        subscriptions: vec![("sub_1".into(), "ord_1".into())],
        webhook_events_taken: vec!["evt_1".into()],
        letters: vec![Letter {
            to: "[\"a@b.example\"]".into(),
            raw: "Message-ID: <receipt-729Z-XTRW@northquay.example>".into(),
        }],
    };
    let observed = Observed {
        scenario: Scenario {
            email: "a@b.example".into(),
            way: Way::Plan,
            package: "vpn-12m",
            other_package: "vpn-1m",
            currency: "AED",
            code: Some("SPRING20"),
            language: "en",
            action: Action::Pays,
        },
        shown: 12_000,
        pages: vec!["cs_1".into()],
        paid: Some("cs_1".into()),
        statuses: vec!["pending".into(), "paid".into(), "paid".into()],
        receipt: Some(Receipt {
            order_number: "729Z-XTRW".into(),
            ends: Some(chrono::DateTime::from_timestamp(ENDS, 0).unwrap().to_rfc3339()),
            amount: Some((12_000, "AED".into())),
            code: None,
        }),
        no_esim: false,
        complaints: Vec::new(),
        finished: true,
        repeats: 3,
    };
    (ledgers, vec![observed])
}

/// The rules that a tampering breaks, each listed once.
fn broken(tamper: impl Fn(&mut Ledgers, &mut Observed)) -> Vec<Rule> {
    let (mut ledgers, mut people) = in_order();
    tamper(&mut ledgers, &mut people[0]);
    let mut rules: Vec<Rule> = check(&ledgers, &people).into_iter().map(|finding| finding.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

#[test]
fn books_in_order_give_no_finding() {
    assert_eq!(broken(|_, _| {}), []);
}

#[test]
fn what_was_paid_must_be_delivered_and_told() {
    assert_eq!(broken(|ledgers, _| ledgers.payments[0].state = "open".into()), [Rule::NothingLost]);
    assert_eq!(broken(|ledgers, _| ledgers.letters.clear()), [Rule::NothingLost]);
    assert_eq!(
        broken(|ledgers, observed| (ledgers.orders[0].state, observed.receipt) = ("paid".into(), None)),
        [Rule::NothingLost]
    );
    assert_eq!(
        broken(|ledgers, observed| (ledgers.deliveries, observed.receipt) = (Vec::new(), None)),
        [Rule::NothingLost]
    );
    let forgotten = broken(|ledgers, observed| {
        ledgers.payments[0].reference = None;
        ledgers.deliveries.clear();
        ledgers.orders[0].state = "open".into();
        (ledgers.codes, ledgers.redemptions) = (Vec::new(), Vec::new());
        (observed.pages, observed.receipt) = (Vec::new(), None);
    });
    assert_eq!(forgotten, [Rule::NothingLost]);
    assert_eq!(broken(|_, observed| observed.finished = false), [Rule::NothingLost]);
}

#[test]
fn nothing_happens_twice() {
    assert_eq!(broken(|ledgers, _| ledgers.deliveries.push(ledgers.deliveries[0].clone())), [Rule::NothingDoubled]);
    assert_eq!(broken(|ledgers, _| ledgers.letters_noted.push("ord_1 receipt".into())), [Rule::NothingDoubled]);
    assert_eq!(
        broken(|ledgers, _| ledgers.subscriptions.push(("sub_2".into(), "ord_1".into()))),
        [Rule::NothingDoubled]
    );
    let second_page = broken(|ledgers, _| {
        ledgers.sessions.push(Session { id: "cs_2".into(), status: "expired".into(), ..ledgers.sessions[0].clone() });
    });
    assert_eq!(second_page, [Rule::NothingDoubled]);
    assert_eq!(broken(|ledgers, _| ledgers.charges.push(ledgers.charges[0].clone())), [Rule::NobodyChargedTwice]);
}

#[test]
fn a_letter_may_come_twice_but_only_to_its_buyer() {
    assert_eq!(broken(|ledgers, _| ledgers.letters.push(ledgers.letters[0].clone())), []);
    assert_eq!(broken(|ledgers, _| ledgers.letters[0].to = "[\"x@y.example\"]".into()), [Rule::AsShown]);
}

#[test]
fn nothing_is_given_without_money() {
    let given = broken(|ledgers, observed| {
        ledgers.charges.clear();
        (observed.paid, observed.receipt) = (None, None);
    });
    assert_eq!(given, [Rule::NothingGiven]);
}

#[test]
fn the_amount_is_the_one_that_was_shown() {
    assert_eq!(broken(|ledgers, _| ledgers.charges[0].amount += 1), [Rule::AsShown]);
    assert_eq!(broken(|ledgers, _| ledgers.charges[0].currency = "sar".into()), [Rule::AsShown]);
    assert_eq!(broken(|_, observed| observed.shown -= 1), [Rule::AsShown]);
    assert_eq!(broken(|ledgers, _| ledgers.orders[0].email = "x@y.example".into()), [Rule::AsShown]);
}

#[test]
fn states_move_as_drawn_and_uses_count_once() {
    assert_eq!(broken(|ledgers, _| ledgers.moves[0].from = "paid".into()), [Rule::OnlyAllowedMoves]);
    assert_eq!(broken(|ledgers, _| ledgers.moves[2].to = "open".into()), [Rule::OnlyAllowedMoves]);
    assert_eq!(broken(|ledgers, _| ledgers.codes[0].used = 2), [Rule::OnlyAllowedMoves]);
    assert_eq!(broken(|ledgers, _| ledgers.redemptions.clear()), [Rule::OnlyAllowedMoves]);
    assert_eq!(broken(|ledgers, _| ledgers.webhook_events_noted.push("evt_forged_x".into())), [Rule::OnlyAllowedMoves]);
}

/// Adds another order with that code, and the state of its use.
fn another_order(ledgers: &mut Ledgers, state: &str, has: &str) {
    let (id, code) = (String::from("ord_2"), String::from("spring20"));
    ledgers.orders.push(Order { id: id.clone(), number: "2".into(), state: state.into(), ..ledgers.orders[0].clone() });
    ledgers.redemptions.push(Redemption { order_id: id, code, state: has.into() });
    ledgers.codes[0].used += i64::from(has != "released");
}

#[test]
fn a_limited_code_is_used_as_often_as_it_may_be() {
    assert_eq!(broken(|ledgers, _| ledgers.codes[0].limit = Some(0)), [Rule::LimitsHeld]);
    assert_eq!(broken(|ledgers, _| another_order(ledgers, "open", "reserved")), [Rule::LimitsHeld]);
    assert_eq!(broken(|ledgers, _| another_order(ledgers, "closed", "released")), []);
    let room = |ledgers: &mut Ledgers| ledgers.codes[0].limit = Some(2);
    assert_eq!(broken(|ledgers, _| (another_order(ledgers, "open", "reserved"), room(ledgers)).1), []);
    // A use paid on a superseded page may exceed the limit.
    let late = broken(|ledgers, _| {
        ledgers.codes[0].limit = Some(0);
        (ledgers.moves[1].from, ledgers.moves[0].from) = ("closed".into(), "failed".into());
    });
    assert_eq!(late, []);
    // So may one on a page beyond the share of unpaid pages.
    let use_moved = |from: &str| Move {
        table: "redemptions".into(),
        id: "ord_1".into(),
        from: from.into(),
        to: "consumed".into(),
        at: 0,
    };
    for (from, findings) in [("at_payment", vec![]), ("reserved", vec![Rule::LimitsHeld])] {
        let found = broken(|ledgers, _| {
            ledgers.codes[0].limit = Some(0);
            ledgers.moves.push(use_moved(from));
        });
        assert_eq!(found, findings);
    }
    let again = broken(|ledgers, _| ledgers.moves.push(use_moved("consumed")));
    assert_eq!(again, [Rule::OnlyAllowedMoves]);
}

#[test]
fn what_is_kept_for_nobody_is_given_back() {
    let kept =
        |ledgers: &mut Ledgers| (another_order(ledgers, "closed", "reserved"), ledgers.codes[0].limit = Some(2)).1;
    assert_eq!(broken(|ledgers, _| kept(ledgers)), [Rule::UsesGivenBack]);
    let unreserved = |ledgers: &mut Ledgers| {
        another_order(ledgers, "closed", "at_payment");
        ledgers.codes[0].used -= 1;
    };
    assert_eq!(broken(|ledgers, _| unreserved(ledgers)), [Rule::UsesGivenBack]);
    let (mut ledgers, people) = in_order();
    kept(&mut ledgers);
    ledgers.payments.push(Payment { id: "pay_2".into(), order_id: "ord_2".into(), ..ledgers.payments[0].clone() });
    ledgers.payments[1].reference = None;
    assert!(!check(&ledgers, &people)[0].may_heal(&ledgers));
    ledgers.jobs = vec![("expire_page".into(), "pay_2".into())];
    assert!(check(&ledgers, &people)[0].may_heal(&ledgers), "its page is being ended");
}

#[test]
fn promises_outlive_a_kill() {
    assert_eq!(broken(|ledgers, _| ledgers.webhook_events_taken.push("evt_3".into())), [Rule::PromisesKept]);
    assert_eq!(broken(|_, observed| observed.pages.push("cs_9".into())), [Rule::PromisesKept]);
    assert_eq!(broken(|ledgers, _| ledgers.deliveries[0].ends_at += 1000), [Rule::PromisesKept]);
    assert_eq!(
        broken(|ledgers, _| ledgers.orders[0].number = "AAAA-AAAA".into()),
        [Rule::NothingLost, Rule::PromisesKept]
    );
    assert_eq!(broken(|_, observed| observed.statuses.push("pending".into())), [Rule::NeverUnpaid]);
    assert_eq!(
        broken(|_, observed| observed.complaints.push("told failed after paying".into())),
        [Rule::NobodyTurnedAway]
    );
}

#[test]
fn an_open_page_needs_a_payment_that_waits_for_it() {
    let abandoned = |ledgers: &mut Ledgers, payment: &str, reference: Option<&str>| {
        ledgers.payments.push(Payment {
            id: "pay_2".into(),
            order_id: "ord_2".into(),
            reference: reference.map(str::to_owned),
            state: payment.into(),
        });
        let session = ledgers.sessions[0].clone();
        ledgers.sessions.push(Session {
            id: "cs_2".into(),
            status: "open".into(),
            payment_id: "pay_2".into(),
            ..session
        });
    };
    assert_eq!(broken(|ledgers, _| abandoned(ledgers, "open", Some("cs_2"))), []);
    assert_eq!(broken(|ledgers, _| abandoned(ledgers, "open", None)), [], "made, and not noted before the kill");
    assert_eq!(broken(|ledgers, _| abandoned(ledgers, "failed", Some("cs_2"))), [Rule::NoOrphanPages]);
    assert_eq!(broken(|ledgers, _| abandoned(ledgers, "open", Some("cs_3"))), [Rule::NoOrphanPages]);
}

#[test]
fn only_what_a_waiting_job_can_mend_may_heal() {
    let (mut ledgers, people) = in_order();
    ledgers.letters.clear();
    let lost = check(&ledgers, &people);
    assert!(!lost[0].may_heal(&ledgers), "no job will send the letter");
    ledgers.jobs = vec![("send_letter".into(), "ord_1".into())];
    assert!(lost[0].may_heal(&ledgers));
    ledgers.deliveries.push(ledgers.deliveries[0].clone());
    let doubled = check(&ledgers, &people).into_iter().find(|finding| finding.rule == Rule::NothingDoubled).unwrap();
    assert!(!doubled.may_heal(&ledgers), "what happened twice has happened");
}

#[test]
fn the_headline_counts_what_it_names() {
    let (mut ledgers, people) = in_order();
    ledgers.letters.clear();
    ledgers.charges.push(ledgers.charges[0].clone());
    let figures = headline(&check(&ledgers, &people));
    assert_eq!(figures, Headline { lost: 2, doubled: 0, charged_twice: 1 });
}
