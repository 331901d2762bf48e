//! The reckoning itself is proven: books in order give no finding, and each tampering gives the one it deserves.

use super::*;
use crate::books::{Code, Delivery, Letter, Move, Redemption, Session, Supplied};
use crate::buyer::Receipt;
use crate::plan::{Deed, Way, Wish};

#[path = "invariants_esims_tests.rs"]
mod esims;

const ENDS: i64 = 1_795_203_351;

/// One paid order with all that belongs to it, and the person who bought it.
fn in_order() -> (Books, Vec<Told>) {
    let step = |table: &str, id: &str, from: &str, to: &str| Move {
        table: table.into(),
        id: id.into(),
        from: from.into(),
        to: to.into(),
        at: 0,
    };
    let books = Books {
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
        notices_noted: vec!["evt_1".into(), "evt_2".into()],
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
        notices_taken: vec!["evt_1".into()],
        letters: vec![Letter {
            to: "[\"a@b.example\"]".into(),
            raw: "Message-ID: <receipt-729Z-XTRW@northquay.example>".into(),
        }],
    };
    let told = Told {
        wish: Wish {
            email: "a@b.example".into(),
            way: Way::Plan,
            package: "vpn-12m",
            other_package: "vpn-1m",
            currency: "AED",
            code: Some("SPRING20"),
            language: "en",
            deed: Deed::Pays,
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
    (books, vec![told])
}

/// The rules that a tampering breaks, each once.
fn broken(tamper: impl Fn(&mut Books, &mut Told)) -> Vec<Rule> {
    let (mut books, mut people) = in_order();
    tamper(&mut books, &mut people[0]);
    let mut rules: Vec<Rule> = check(&books, &people).into_iter().map(|finding| finding.rule).collect();
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
    assert_eq!(broken(|books, _| books.payments[0].state = "open".into()), [Rule::NothingLost]);
    assert_eq!(broken(|books, _| books.letters.clear()), [Rule::NothingLost]);
    assert_eq!(
        broken(|books, told| (books.orders[0].state, told.receipt) = ("paid".into(), None)),
        [Rule::NothingLost]
    );
    assert_eq!(broken(|books, told| (books.deliveries, told.receipt) = (Vec::new(), None)), [Rule::NothingLost]);
    let forgotten = broken(|books, told| {
        books.payments[0].reference = None;
        books.deliveries.clear();
        books.orders[0].state = "open".into();
        (books.codes, books.redemptions) = (Vec::new(), Vec::new());
        (told.pages, told.receipt) = (Vec::new(), None);
    });
    assert_eq!(forgotten, [Rule::NothingLost]);
    assert_eq!(broken(|_, told| told.finished = false), [Rule::NothingLost]);
}

#[test]
fn nothing_happens_twice() {
    assert_eq!(broken(|books, _| books.deliveries.push(books.deliveries[0].clone())), [Rule::NothingDoubled]);
    assert_eq!(broken(|books, _| books.letters_noted.push("ord_1 receipt".into())), [Rule::NothingDoubled]);
    assert_eq!(broken(|books, _| books.subscriptions.push(("sub_2".into(), "ord_1".into()))), [Rule::NothingDoubled]);
    let second_page = broken(|books, _| {
        books.sessions.push(Session { id: "cs_2".into(), status: "expired".into(), ..books.sessions[0].clone() });
    });
    assert_eq!(second_page, [Rule::NothingDoubled]);
    assert_eq!(broken(|books, _| books.charges.push(books.charges[0].clone())), [Rule::NobodyChargedTwice]);
}

#[test]
fn a_letter_may_come_twice_but_only_to_its_buyer() {
    assert_eq!(broken(|books, _| books.letters.push(books.letters[0].clone())), []);
    assert_eq!(broken(|books, _| books.letters[0].to = "[\"x@y.example\"]".into()), [Rule::AsShown]);
}

#[test]
fn nothing_is_given_without_money() {
    let given = broken(|books, told| {
        books.charges.clear();
        (told.paid, told.receipt) = (None, None);
    });
    assert_eq!(given, [Rule::NothingGiven]);
}

#[test]
fn the_amount_is_the_one_that_was_shown() {
    assert_eq!(broken(|books, _| books.charges[0].amount += 1), [Rule::AsShown]);
    assert_eq!(broken(|books, _| books.charges[0].currency = "sar".into()), [Rule::AsShown]);
    assert_eq!(broken(|_, told| told.shown -= 1), [Rule::AsShown]);
    assert_eq!(broken(|books, _| books.orders[0].email = "x@y.example".into()), [Rule::AsShown]);
}

#[test]
fn states_move_as_drawn_and_uses_count_once() {
    assert_eq!(broken(|books, _| books.moves[0].from = "paid".into()), [Rule::OnlyAllowedMoves]);
    assert_eq!(broken(|books, _| books.moves[2].to = "open".into()), [Rule::OnlyAllowedMoves]);
    assert_eq!(broken(|books, _| books.codes[0].used = 2), [Rule::OnlyAllowedMoves]);
    assert_eq!(broken(|books, _| books.redemptions.clear()), [Rule::OnlyAllowedMoves]);
    assert_eq!(broken(|books, _| books.notices_noted.push("evt_forged_x".into())), [Rule::OnlyAllowedMoves]);
}

/// Another order of that code, and what it has of it.
fn another_order(books: &mut Books, state: &str, has: &str) {
    let (id, code) = (String::from("ord_2"), String::from("spring20"));
    books.orders.push(Order { id: id.clone(), number: "2".into(), state: state.into(), ..books.orders[0].clone() });
    books.redemptions.push(Redemption { order_id: id, code, state: has.into() });
    books.codes[0].used += i64::from(has != "released");
}

#[test]
fn a_limited_code_is_used_as_often_as_it_may_be() {
    assert_eq!(broken(|books, _| books.codes[0].limit = Some(0)), [Rule::LimitsHeld]);
    assert_eq!(broken(|books, _| another_order(books, "open", "reserved")), [Rule::LimitsHeld]);
    assert_eq!(broken(|books, _| another_order(books, "closed", "released")), []);
    let room = |books: &mut Books| books.codes[0].limit = Some(2);
    assert_eq!(broken(|books, _| (another_order(books, "open", "reserved"), room(books)).1), []);
    // What was paid on a page that was given up counts all the same.
    let late = broken(|books, _| {
        books.codes[0].limit = Some(0);
        (books.moves[1].from, books.moves[0].from) = ("closed".into(), "failed".into());
    });
    assert_eq!(late, []);
}

#[test]
fn what_is_kept_for_nobody_is_given_back() {
    let kept = |books: &mut Books| (another_order(books, "closed", "reserved"), books.codes[0].limit = Some(2)).1;
    assert_eq!(broken(|books, _| kept(books)), [Rule::UsesGivenBack]);
    let (mut books, people) = in_order();
    kept(&mut books);
    books.payments.push(Payment { id: "pay_2".into(), order_id: "ord_2".into(), ..books.payments[0].clone() });
    books.payments[1].reference = None;
    assert!(!check(&books, &people)[0].may_heal(&books));
    books.jobs = vec![("expire_page".into(), "pay_2".into())];
    assert!(check(&books, &people)[0].may_heal(&books), "its page is being ended");
}

#[test]
fn promises_outlive_a_kill() {
    assert_eq!(broken(|books, _| books.notices_taken.push("evt_3".into())), [Rule::PromisesKept]);
    assert_eq!(broken(|_, told| told.pages.push("cs_9".into())), [Rule::PromisesKept]);
    assert_eq!(broken(|books, _| books.deliveries[0].ends_at += 1000), [Rule::PromisesKept]);
    assert_eq!(broken(|books, _| books.orders[0].number = "AAAA-AAAA".into()), [Rule::NothingLost, Rule::PromisesKept]);
    assert_eq!(broken(|_, told| told.statuses.push("pending".into())), [Rule::NeverUnpaid]);
    assert_eq!(broken(|_, told| told.complaints.push("told failed after paying".into())), [Rule::NobodyTurnedAway]);
}

#[test]
fn an_open_page_needs_a_payment_that_waits_for_it() {
    let abandoned = |books: &mut Books, payment: &str, reference: Option<&str>| {
        books.payments.push(Payment {
            id: "pay_2".into(),
            order_id: "ord_2".into(),
            reference: reference.map(str::to_owned),
            state: payment.into(),
        });
        let session = books.sessions[0].clone();
        books.sessions.push(Session {
            id: "cs_2".into(),
            status: "open".into(),
            payment_id: "pay_2".into(),
            ..session
        });
    };
    assert_eq!(broken(|books, _| abandoned(books, "open", Some("cs_2"))), []);
    assert_eq!(broken(|books, _| abandoned(books, "open", None)), [], "made, and not noted before the kill");
    assert_eq!(broken(|books, _| abandoned(books, "failed", Some("cs_2"))), [Rule::NoOrphanPages]);
    assert_eq!(broken(|books, _| abandoned(books, "open", Some("cs_3"))), [Rule::NoOrphanPages]);
}

#[test]
fn only_what_a_waiting_job_can_mend_may_heal() {
    let (mut books, people) = in_order();
    books.letters.clear();
    let lost = check(&books, &people);
    assert!(!lost[0].may_heal(&books), "no job will send the letter");
    books.jobs = vec![("send_letter".into(), "ord_1".into())];
    assert!(lost[0].may_heal(&books));
    books.deliveries.push(books.deliveries[0].clone());
    let doubled = check(&books, &people).into_iter().find(|finding| finding.rule == Rule::NothingDoubled).unwrap();
    assert!(!doubled.may_heal(&books), "what happened twice has happened");
}

#[test]
fn the_headline_counts_what_it_names() {
    let (mut books, people) = in_order();
    books.letters.clear();
    books.charges.push(books.charges[0].clone());
    let figures = headline(&check(&books, &people));
    assert_eq!(figures, Headline { lost: 2, doubled: 0, charged_twice: 1 });
}
