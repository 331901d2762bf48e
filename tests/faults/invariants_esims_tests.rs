//! The same for data orders, for two payments of one order, and for what logs may contain.

use super::*;
use crate::ledgers::{Esim, Profile, SupplierOrder};
use crate::plan::By;

const CODE: &str = "LPA:1$rsp.sandbox.example$A1B2C3";

/// One paid and delivered data order, the supplier's side of it, and the buyer who has the eSIM.
fn esim_in_order() -> (Ledgers, Vec<Observed>) {
    let (mut ledgers, mut people) = in_order();
    ledgers.orders[0].product = "3-5120-30".into();
    ledgers.esims = vec![Esim {
        order_id: "ord_1".into(),
        reference: "esim_1".into(),
        state: "ready".into(),
        number: Some("B1".into()),
        sealed: "c2VhbGVk".into(),
    }];
    ledgers.supplied = Supplied {
        orders: vec![SupplierOrder { number: "B1".into(), reference: "esim_1".into() }],
        profiles: vec![Profile {
            order: "B1".into(),
            code: CODE.into(),
            volume: 5_120 * 1_024 * 1_024,
            days: 30,
            is_new: true,
            is_cancelled: false,
            given_back: 0,
        }],
        paid: vec!["B1".into()],
    };
    ledgers.subscriptions.clear();
    ledgers.letters.push(letter("729Z-XTRW", CODE));
    let observed = &mut people[0];
    observed.scenario.way = Way::Esim(By::Card);
    let receipt = observed.receipt.as_mut().unwrap();
    (receipt.ends, receipt.code) = (None, Some(CODE.into()));
    (ledgers, people)
}

fn letter(number: &str, code: &str) -> Letter {
    let raw = format!(
        "Message-ID: <esim-{number}@northquay.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\
         Content-Transfer-Encoding: quoted-printable\r\n\r\nYour code: {code}\r\nhttps://x.example/?carddata=3D{code}\r\n"
    );
    Letter { to: "[\"a@b.example\"]".into(), raw }
}

fn broken_esim(tamper: impl Fn(&mut Ledgers, &mut Observed)) -> Vec<Rule> {
    let (mut ledgers, mut people) = esim_in_order();
    tamper(&mut ledgers, &mut people[0]);
    rules(check(&ledgers, &people))
}

fn rules(found: Vec<Finding>) -> Vec<Rule> {
    let mut rules: Vec<Rule> = found.into_iter().map(|finding| finding.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

/// The state after a supplier did not deliver, and a buyer who saw that.
fn flag(ledgers: &mut Ledgers, observed: &mut Observed, state: &str) {
    ledgers.orders[0].state = state.into();
    ledgers.moves.truncate(2);
    ledgers.deliveries.clear();
    ledgers.letters.clear();
    ledgers.esims[0].state = "wrong".into();
    (observed.receipt, observed.no_esim) = (None, true);
}

#[test]
fn an_esim_in_order_gives_no_finding() {
    assert_eq!(broken_esim(|_, _| {}), []);
}

#[test]
fn the_supplier_is_asked_once_for_each_paid_order() {
    let another = |ledgers: &mut Ledgers, reference: &str| {
        ledgers.supplied.orders.push(SupplierOrder { number: "B2".into(), reference: reference.into() });
    };
    assert_eq!(broken_esim(|ledgers, _| another(ledgers, "esim_of_nobody")), [Rule::NothingDoubled]);
    assert_eq!(broken_esim(|ledgers, _| another(ledgers, "esim_1")), [Rule::NothingDoubled]);
    assert_eq!(broken_esim(|ledgers, _| ledgers.supplied.paid.push("B1".into())), [Rule::NothingDoubled]);
    let without_money = broken_esim(|ledgers, observed| {
        (ledgers.charges, observed.paid, observed.receipt) = (Vec::new(), None, None);
        ledgers.orders[0].state = "open".into();
        (ledgers.deliveries, ledgers.letters, ledgers.codes) = (Vec::new(), Vec::new(), Vec::new());
    });
    assert_eq!(without_money, [Rule::NothingGiven]);
}

#[test]
fn what_is_handed_out_is_what_was_sold_and_made() {
    let other = "LPA:1$rsp.sandbox.example$FFFF";
    let told_other = |observed: &mut Observed| observed.receipt.as_mut().unwrap().code = Some(other.into());
    assert_eq!(broken_esim(|_, observed| told_other(observed)), [Rule::RightEsim]);
    assert_eq!(broken_esim(|ledgers, _| ledgers.letters[1] = letter("729Z-XTRW", other)), [Rule::RightEsim]);
    assert_eq!(broken_esim(|ledgers, _| ledgers.letters[1] = letter("729Z-XTRW", "")), [Rule::RightEsim]);
    for tamper in [
        |profile: &mut Profile| profile.volume = 1,
        |profile: &mut Profile| profile.days = 7,
        |profile: &mut Profile| profile.is_new = false,
        |profile: &mut Profile| profile.is_cancelled = true,
    ] {
        assert_eq!(broken_esim(|ledgers, _| tamper(&mut ledgers.supplied.profiles[0])), [Rule::RightEsim]);
    }
    assert_eq!(broken_esim(|ledgers, _| ledgers.esims[0].state = "accepted".into()), [Rule::RightEsim]);
    // The supplier makes an unlimited plan with the data of all its days.
    assert_eq!(broken_esim(|ledgers, _| ledgers.supplied.profiles[0].volume *= 30), []);
    assert_eq!(broken_esim(|_, observed| observed.receipt.as_mut().unwrap().code = None), [Rule::PromisesKept]);
}

#[test]
fn a_code_is_one_orders_only() {
    let shared = broken_esim(|ledgers, _| {
        let (order, esim, profile) =
            (ledgers.orders[0].clone(), ledgers.esims[0].clone(), ledgers.supplied.profiles[0].clone());
        ledgers.orders.push(Order { id: "ord_2".into(), number: "2222-2222".into(), code: None, ..order });
        ledgers.esims.push(Esim {
            order_id: "ord_2".into(),
            reference: "esim_2".into(),
            number: Some("B2".into()),
            ..esim
        });
        ledgers.supplied.orders.push(SupplierOrder { number: "B2".into(), reference: "esim_2".into() });
        ledgers.supplied.profiles.push(Profile { order: "B2".into(), ..profile });
        ledgers.letters.push(letter("2222-2222", CODE));
        // Paid as well, so that no other rule is broken.
        let payment = Payment {
            id: "pay_2".into(),
            order_id: "ord_2".into(),
            reference: Some("cs_2".into()),
            ..ledgers.payments[0].clone()
        };
        ledgers.payments.push(payment);
        let mut charge = ledgers.charges[0].clone();
        charge.session = "cs_2".into();
        ledgers.charges.push(charge);
        ledgers.deliveries.push(Delivery { order_id: "ord_2".into(), ends_at: ENDS * 1000 });
        ledgers.letters.push(Letter { raw: "Message-ID: <receipt-2222-2222@x>".into(), ..ledgers.letters[0].clone() });
        ledgers.orders[1].email = "b@b.example".into();
        ledgers.letters.iter_mut().for_each(|one| one.to = "[\"a@b.example\",\"b@b.example\"]".into());
    });
    assert_eq!(shared, [Rule::RightEsim]);
}

#[test]
fn codes_lie_sealed_and_never_in_a_log() {
    assert_eq!(broken_esim(|ledgers, _| ledgers.esims[0].sealed = format!("x{CODE}")), [Rule::CodesSecret]);
    let (ledgers, _) = esim_in_order();
    let log = |text: &str| vec![("the log".to_owned(), text.to_owned())];
    assert_eq!(check_logs(&ledgers, &log("INFO eSIM delivered order=729Z-XTRW")), []);
    assert_eq!(rules(check_logs(&ledgers, &log("INFO got A1B2C3"))), [Rule::CodesSecret]);
}

#[test]
fn what_the_supplier_does_not_make_is_set_aside_and_told() {
    // The supplier made something else, or nothing.
    assert_eq!(
        broken_esim(|ledgers, observed| (flag(ledgers, observed, "stalled"), ledgers.supplied.profiles[0].days = 7).1),
        []
    );
    let nothing =
        |ledgers: &mut Ledgers| (ledgers.supplied.orders, ledgers.supplied.profiles) = (Vec::new(), Vec::new());
    assert_eq!(broken_esim(|ledgers, observed| (flag(ledgers, observed, "refund_due"), nothing(ledgers)).1), []);
    // The refund is in flight.
    let on_its_way = |ledgers: &mut Ledgers, observed: &mut Observed| {
        flag(ledgers, observed, "refund_due");
        nothing(ledgers);
        ledgers.refunds = vec!["cs_1".into()];
    };
    assert_eq!(broken_esim(on_its_way), []);
    assert_eq!(broken_esim(|ledgers, _| ledgers.refunds = vec!["cs_1".into()]), [Rule::NothingGiven]);
    // The supplier made it, and no buyer got it.
    assert_eq!(broken_esim(|ledgers, observed| flag(ledgers, observed, "stalled")), [Rule::NothingLost]);
    assert_eq!(broken_esim(|ledgers, observed| flag(ledgers, observed, "refund_due")), [Rule::NothingLost]);
    // The buyer was told that there is none, and there is one.
    assert_eq!(broken_esim(|_, observed| (observed.receipt, observed.no_esim) = (None, true)), [Rule::PromisesKept]);
    assert_eq!(broken_esim(|ledgers, _| ledgers.letters.truncate(1)), [Rule::NothingLost]);
}

#[test]
fn whose_money_went_back_may_be_told_so() {
    let refunded = |ledgers: &mut Ledgers, observed: &mut Observed| {
        flag(ledgers, observed, "refunded");
        ledgers.supplied.profiles[0].is_cancelled = true;
        ledgers.payments[0].state = "refunded".into();
        ledgers.refunds = vec!["cs_1".into()];
        (ledgers.codes, ledgers.redemptions) = (Vec::new(), Vec::new());
        observed.statuses.push("refunded".into());
    };
    assert_eq!(broken_esim(refunded), []);
    // The buyer also paid at the other method's page and got that order: what they saw of the first one was true.
    let another_came = |ledgers: &mut Ledgers, observed: &mut Observed| {
        refunded(ledgers, observed);
        ledgers.orders.push(Order { id: "ord_2".into(), state: "delivered".into(), ..ledgers.orders[0].clone() });
    };
    let found = broken_esim(another_came);
    assert!(!found.contains(&Rule::NeverUnpaid) && !found.contains(&Rule::PromisesKept), "{found:?}");
    let nothing_back =
        |ledgers: &mut Ledgers, observed: &mut Observed| (refunded(ledgers, observed), ledgers.refunds.clear()).1;
    assert_eq!(broken_esim(nothing_back), [Rule::NothingLost]);
    // An unsellable eSIM made for a refunded order returns to the supplier once; a sellable one should have been
    // delivered.
    let given_back = |times: usize, volume: i64| {
        broken_esim(|ledgers, observed| {
            refunded(ledgers, observed);
            let profile = &mut ledgers.supplied.profiles[0];
            (profile.is_cancelled, profile.given_back, profile.volume) = (false, times, volume);
        })
    };
    assert_eq!(given_back(1, 1), []);
    assert_eq!(given_back(0, 1), [Rule::NothingGiven]);
    assert_eq!(given_back(2, 1), [Rule::NothingDoubled]);
    assert_eq!(given_back(1, 5_120 * 1_024 * 1_024), [Rule::NothingLost]);
    assert_eq!(broken_esim(|ledgers, _| ledgers.supplied.profiles[0].given_back = 1), [Rule::RightEsim]);
    for word in ["failed", "refunded"] {
        assert_eq!(broken_esim(|_, observed| observed.statuses.push(word.into())), [Rule::NeverUnpaid], "{word}");
    }
    // A refunded buyer had paid, and must not be told anything else.
    let unpaid = |ledgers: &mut Ledgers, observed: &mut Observed| {
        (refunded(ledgers, observed), observed.statuses.push("failed".into())).1
    };
    assert_eq!(broken_esim(unpaid), [Rule::NeverUnpaid]);
}

/// The metrics of a shop with so many stalled orders and so many payments due for refund.
fn metrics(stalled: usize, refund_due: usize) -> String {
    let line = |(what, state, number)| format!("onefare_attention{{what=\"{what}\",state=\"{state}\"}} {number}\n");
    let rows = [("orders", "held", 0), ("orders", "stalled", stalled), ("orders", "refund_due", 0)];
    rows.into_iter().chain([("payments", "quarantined", 0), ("payments", "refund_due", refund_due)]).map(line).collect()
}

#[test]
fn a_person_is_told_of_every_order_that_needs_one() {
    let (mut ledgers, mut people) = esim_in_order();
    flag(&mut ledgers, &mut people[0], "stalled");
    let log = |text: &str| vec![("the log".to_owned(), text.to_owned())];
    let observed = |metrics: String| Paged { metrics, killed_at: Vec::new() };
    let line = "ERROR a person must look at this order order=729Z-XTRW";
    assert_eq!(check_alarms(&ledgers, &log(line), &observed(metrics(1, 0))), []);
    assert_eq!(rules(check_alarms(&ledgers, &log(line), &observed(metrics(0, 0)))), [Rule::Alarmed]);
    let other = "ERROR a person must look at this order order=2";
    assert_eq!(rules(check_alarms(&ledgers, &log(other), &observed(metrics(1, 0)))), [Rule::Alarmed]);
    ledgers.orders[0].state = "delivered".into();
    ledgers.payments[0].state = "refund_due".into();
    assert_eq!(rules(check_alarms(&ledgers, &log(""), &observed(metrics(0, 1)))), [Rule::Alarmed]);
    let line = "ERROR a person must look at this payment payment=pay_1";
    assert_eq!(check_alarms(&ledgers, &log(line), &observed(metrics(0, 1))), []);
}

#[test]
fn only_a_kill_of_that_moment_excuses_the_log() {
    let (mut ledgers, mut people) = esim_in_order();
    flag(&mut ledgers, &mut people[0], "stalled");
    let id = ledgers.orders[0].id.clone();
    let step = Move { table: "orders".into(), id, from: "paid".into(), to: "stalled".into(), at: 10_000 };
    ledgers.moves.push(step);
    let judge = |killed: i64, metrics: String| {
        let paged = Paged { metrics, killed_at: vec![killed] };
        rules(check_alarms(&ledgers, &[("the log".to_owned(), String::new())], &paged))
    };
    for (killed, found) in
        [(9_999, vec![Rule::Alarmed]), (10_000, vec![]), (11_000, vec![]), (11_001, vec![Rule::Alarmed])]
    {
        assert_eq!(judge(killed, metrics(1, 0)), found, "killed at {killed}");
    }
    // The metric is counted from the tables: a kill does not excuse it.
    assert_eq!(judge(10_500, metrics(0, 0)), [Rule::Alarmed]);
}

/// The same order, paid at two hosted pages.
fn paid_both(ledgers: &mut Ledgers, observed: &mut Observed, second: &str) {
    observed.scenario.action = Action::PaysBoth;
    let payment = Payment {
        id: "pay_2".into(),
        reference: Some("tr_2".into()),
        state: second.into(),
        ..ledgers.payments[0].clone()
    };
    ledgers.payments.push(payment);
    ledgers.charges.push(Charge { session: "tr_2".into(), ..ledgers.charges[0].clone() });
    let page = Session { id: "tr_2".into(), status: "paid".into(), payment_id: "pay_2".into(), email: String::new() };
    ledgers.sessions.push(page);
}

#[test]
fn the_second_payment_of_an_order_goes_back() {
    assert_eq!(broken(|ledgers, observed| paid_both(ledgers, observed, "refund_due")), []);
    assert_eq!(broken(|ledgers, observed| paid_both(ledgers, observed, "paid")), [Rule::NobodyChargedTwice]);
    assert_eq!(broken(|ledgers, observed| paid_both(ledgers, observed, "failed")), [Rule::NothingLost]);
    // A buyer who means to pay once must not pay twice.
    let once = broken(|ledgers, observed| {
        (paid_both(ledgers, observed, "refund_due"), observed.scenario.action = Action::Switches).1
    });
    assert_eq!(once, [Rule::NobodyChargedTwice]);
    // A currency switch makes another order and stays the same purchase; another plan is a different purchase.
    let of_other_order = |product: &str| {
        broken(|ledgers, observed| {
            paid_both(ledgers, observed, "refund_due");
            let other = Order {
                id: "ord_2".into(),
                number: "2222-2222".into(),
                state: "closed".into(),
                ..ledgers.orders[0].clone()
            };
            ledgers.orders.push(Order { product: product.into(), code: None, ..other });
            ledgers.payments[1].order_id = "ord_2".into();
        })
    };
    let same = in_order().0.orders[0].product.clone();
    // A buyer whose own order could not be delivered either is refunded for both payments.
    let nothing_of_both = broken_esim(|ledgers, observed| {
        flag(ledgers, observed, "refunded");
        ledgers.supplied.profiles[0].is_cancelled = true;
        ledgers.payments[0].state = "refunded".into();
        (ledgers.codes, ledgers.redemptions) = (Vec::new(), Vec::new());
        observed.statuses.push("refunded".into());
        paid_both(ledgers, observed, "refunded");
        ledgers.refunds = vec!["cs_1".into(), "tr_2".into()];
        let other = Order {
            id: "ord_2".into(),
            number: "2222-2222".into(),
            state: "closed".into(),
            ..ledgers.orders[0].clone()
        };
        ledgers.orders.push(Order { code: None, ..other });
        ledgers.payments[1].order_id = "ord_2".into();
    });
    assert_eq!(nothing_of_both, []);
    assert_eq!(of_other_order(&same), []);
    assert_eq!(of_other_order("vpn-of-another"), [Rule::NothingLost]);
    // Both payments are refunded, so the order is delivered without money.
    let neither = broken(|ledgers, observed| {
        (paid_both(ledgers, observed, "refund_due"), ledgers.payments[0].state = "refund_due".into()).1
    });
    assert_eq!(neither, [Rule::NothingLost]);
}

#[test]
fn money_goes_back_where_the_shop_says_so_and_nowhere_else() {
    let went = |ledgers: &mut Ledgers| ledgers.refunds.push("tr_2".into());
    assert_eq!(broken(|ledgers, observed| (paid_both(ledgers, observed, "refunded"), went(ledgers)).1), []);
    assert_eq!(broken(|ledgers, observed| paid_both(ledgers, observed, "refunded")), [Rule::NothingLost]);
    assert_eq!(broken(|ledgers, _| ledgers.refunds.push("cs_1".into())), [Rule::NothingGiven]);
}

#[test]
fn a_bank_that_is_still_at_it_is_waited_for() {
    let begun = |ledgers: &mut Ledgers, state: &str| {
        let (payment, session) = (ledgers.payments[0].clone(), ledgers.sessions[0].clone());
        let reference = Some("tr_2".into());
        ledgers.payments.push(Payment { id: "pay_2".into(), reference, state: state.into(), ..payment });
        ledgers.sessions.push(Session {
            id: "tr_2".into(),
            status: "pending".into(),
            payment_id: "pay_2".into(),
            ..session
        });
    };
    assert_eq!(broken(|ledgers, _| begun(ledgers, "open")), []);
    assert_eq!(broken(|ledgers, _| begun(ledgers, "failed")), [Rule::NoOrphanPages]);
}
