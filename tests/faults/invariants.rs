//! What must hold after every run, whatever was killed: each rule compares the records of both sides with what buyers
//! saw, and reports where they disagree. I1 to I7 in the order of the threat table.

mod alarms;
mod doubles;
mod esims;
mod people;
mod uses;

use std::collections::{HashMap, HashSet};

use crate::buyer::Observed;
use crate::ledgers::{Charge, Ledgers, Order, Payment};

pub use alarms::{Paged, check_alarms};
use esims::sold;
pub use esims::{check_logs, is_flagged};

/// A rule that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub rule: Rule,
    pub what: String,
    /// The job subjects that could still repair it. Empty: a buyer may still be served.
    pub mended_by: Vec<String>,
}

impl Finding {
    /// A finding that nothing repairs.
    pub fn new(rule: Rule, what: impl Into<String>) -> Self {
        Self { rule, what: what.into(), mended_by: Vec::new() }
    }

    /// Whether waiting may still repair it: the rule allows that, and a job or a buyer is still on the way.
    pub fn may_heal(&self, ledgers: &Ledgers) -> bool {
        let waits = |subject: &String| ledgers.jobs.iter().any(|(_, waiting)| waiting == subject);
        self.rule.may_heal() && (self.mended_by.is_empty() || self.mended_by.iter().any(waits))
    }
}

/// The rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// I1: what the provider calls paid is delivered, and its letter sent.
    NothingLost,
    /// I2: one delivery, one subscription, one recorded letter per order; one hosted page per payment.
    NothingDoubled,
    /// I2, as the buyer sees it: a buyer does not pay twice for one purchase.
    NobodyChargedTwice,
    /// I3: nothing is delivered without money.
    NothingGiven,
    /// I4: amount, currency and recipient are those of the page and of the stored quote.
    AsShown,
    /// I5: states change only as drawn; a code counts each use once.
    OnlyAllowedMoves,
    /// I6: what was answered with success is still true.
    PromisesKept,
    /// I7: a buyer who saw "paid" never sees anything else.
    NeverUnpaid,
    /// No code is used beyond its limit.
    LimitsHeld,
    /// An order releases its reserved use of a code when it is over.
    UsesGivenBack,
    /// The delivered eSIM is the one sold and made, unused, and belongs to one order only.
    RightEsim,
    /// Only its buyer can read an activation code.
    CodesSecret,
    /// An alarm reports every order that needs attention.
    Alarmed,
    /// No hosted page can be paid without a payment that waits for it.
    NoOrphanPages,
    /// No buyer got a refusal that buyers should not get.
    NobodyTurnedAway,
}

impl Rule {
    /// Whether waiting can repair a finding of this rule.
    const fn may_heal(self) -> bool {
        matches!(self, Self::NothingLost | Self::NoOrphanPages | Self::UsesGivenBack)
    }
}

/// The allowed state changes of an order.
const ORDER_MOVES: [(&str, &str); 9] = [
    ("open", "paid"),
    ("open", "closed"),
    ("closed", "open"),
    // A payment arrives on a superseded page.
    ("closed", "paid"),
    ("paid", "delivered"),
    ("open", "held"),
    // The supplier made something else, or nothing.
    ("paid", "stalled"),
    ("paid", "refund_due"),
    ("refund_due", "refunded"),
];

/// The allowed state changes of a payment. A duplicate payment is refunded.
const PAYMENT_MOVES: [(&str, &str); 7] = [
    ("open", "paid"),
    ("open", "failed"),
    ("failed", "paid"),
    ("open", "refund_due"),
    ("failed", "refund_due"),
    ("refund_due", "refunded"),
    // The payment of an order that could not be delivered.
    ("paid", "refunded"),
];

const USE_MOVES: [(&str, &str); 8] = [
    ("reserved", "consumed"),
    ("reserved", "released"),
    ("at_payment", "consumed"),
    ("at_payment", "released"),
    ("consumed", "released"),
    ("released", "reserved"),
    ("released", "at_payment"),
    ("released", "consumed"),
];

/// The allowed state changes of an eSIM.
const ESIM_MOVES: [(&str, &str); 6] = [
    ("ordering", "accepted"),
    ("ordering", "refused"),
    ("accepted", "ready"),
    ("accepted", "refused"),
    ("accepted", "wrong"),
    ("accepted", "used"),
];

/// Both sides with their references resolved.
struct View<'ledgers> {
    ledgers: &'ledgers Ledgers,
    orders: HashMap<&'ledgers str, &'ledgers Order>,
    payments: HashMap<&'ledgers str, &'ledgers Payment>,
    by_reference: HashMap<&'ledgers str, &'ledgers Payment>,
    found: Vec<Finding>,
}

/// Every rule that does not hold.
pub fn check(ledgers: &Ledgers, people: &[Observed]) -> Vec<Finding> {
    let mut view = View {
        ledgers,
        orders: ledgers.orders.iter().map(|order| (order.id.as_str(), order)).collect(),
        payments: ledgers.payments.iter().map(|payment| (payment.id.as_str(), payment)).collect(),
        by_reference: ledgers.payments.iter().filter_map(|one| Some((one.reference.as_deref()?, one))).collect(),
        found: Vec::new(),
    };
    for charge in &ledgers.charges {
        view.charge(charge);
    }
    view.doubles(people);
    view.given();
    view.moves();
    view.uses();
    view.going_back();
    view.supplier();
    view.codes(people);
    view.promises();
    view.pages();
    for person in people {
        view.person(person);
    }
    view.found
}

/// How many of a run's orders each headline figure counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Headline {
    pub lost: usize,
    pub doubled: usize,
    pub charged_twice: usize,
}

/// The three most important figures.
pub fn headline(found: &[Finding]) -> Headline {
    let count = |rule: Rule| found.iter().filter(|finding| finding.rule == rule).count();
    Headline {
        lost: count(Rule::NothingLost),
        doubled: count(Rule::NothingDoubled),
        charged_twice: count(Rule::NobodyChargedTwice),
    }
}

impl<'ledgers> View<'ledgers> {
    fn say(&mut self, rule: Rule, what: impl Into<String>) {
        self.found.push(Finding::new(rule, what));
    }

    /// Reports an order in a wrong state, with the jobs that could still repair it.
    fn say_unless_mended(&mut self, rule: Rule, what: String, payment: &Payment) {
        self.found.push(Finding { rule, what, mended_by: vec![payment.id.clone(), payment.order_id.clone()] });
    }

    /// One movement of money: I1 and I4.
    fn charge(&mut self, charge: &Charge) {
        let session = &charge.session;
        let Some(payment) = self.by_reference.get(session.as_str()).copied() else {
            return self.say(Rule::NothingLost, format!("session {session} was paid, and no payment knows it"));
        };
        let Some(order) = self.orders.get(payment.order_id.as_str()).copied() else {
            return self.say(Rule::NothingLost, format!("payment {} has no order", payment.id));
        };
        let number = &order.number;
        if goes_back(payment) && order.state != "refunded" {
            let is_same_wish =
                |other: &&Order| other.id == order.id || (other.email == order.email && other.product == order.product);
            // The other order may have been refunded too, after this payment was found to be its duplicate.
            let settled = |one: &&Payment| {
                let other = self.orders.get(one.order_id.as_str()).filter(|other| is_same_wish(other));
                let went_too = |other: &&Order| other.id != order.id && other.state == "refunded" && goes_back(one);
                one.id != payment.id && other.is_some_and(|other| one.state == "paid" || went_too(other))
            };
            if !self.ledgers.payments.iter().any(|one| settled(&one)) {
                let what = format!("payment {} of order {number} goes back, and no other paid for it", payment.id);
                self.say(Rule::NothingLost, what);
            }
        } else {
            self.fulfilled(order, payment);
        }
        if charge.amount != order.due_now || !charge.currency.eq_ignore_ascii_case(&order.currency) {
            let (amount, currency) = (charge.amount, &charge.currency);
            let agreed = format!("{} {}", order.due_now, order.currency);
            self.say(Rule::AsShown, format!("order {number} agreed on {agreed}, {amount} {currency} was taken"));
        }
    }

    /// I1: what was paid is delivered and confirmed by letter, or set aside for a reason that the supplier gave.
    fn fulfilled(&mut self, order: &Order, payment: &Payment) {
        let number = &order.number;
        if !matches!(payment.state.as_str(), "paid" | "refunded") {
            let what = format!("order {number} was paid, its payment is {}", payment.state);
            self.say_unless_mended(Rule::NothingLost, what, payment);
        }
        if sold(order).is_some() && self.is_rightly_flagged(order) {
            return;
        }
        if order.state != "delivered" || !self.ledgers.deliveries.iter().any(|one| one.order_id == order.id) {
            let what = format!("order {number} was paid and is {}", order.state);
            self.say_unless_mended(Rule::NothingLost, what, payment);
        }
        let kinds: &[&str] = if sold(order).is_some() { &["receipt", "esim"] } else { &["receipt"] };
        for kind in kinds {
            let of_this_order = format!("{kind}-{number}@");
            let letters: Vec<_> = self.ledgers.letters.iter().filter(|one| one.raw.contains(&of_this_order)).collect();
            if letters.is_empty() {
                let what = format!("order {number} was paid and has no letter ({kind})");
                self.say_unless_mended(Rule::NothingLost, what, payment);
            }
            for stranger in letters.iter().filter(|one| !one.to.contains(&order.email)) {
                self.say(Rule::AsShown, format!("the letter of order {number} went to {}", stranger.to));
            }
        }
    }

    /// Refunds happen where the shop records them, and nowhere else.
    fn going_back(&mut self) {
        for payment in self.ledgers.payments.iter().filter(|one| one.state == "refunded") {
            if !payment.reference.as_ref().is_some_and(|page| self.ledgers.refunds.contains(page)) {
                self.say(Rule::NothingLost, format!("payment {} is refunded, the ledger does not know it", payment.id));
            }
        }
        for page in &self.ledgers.refunds {
            let payment = self.by_reference.get(page.as_str()).copied();
            if !payment.is_some_and(|payment| goes_back(payment) || self.is_owed_back(payment)) {
                self.say(Rule::NothingGiven, format!("the money of page {page} went back without a reason"));
            }
        }
    }

    /// Whether the supplier has refused what the payment paid for, so that the shop owes a refund.
    fn is_owed_back(&self, payment: &Payment) -> bool {
        let order = self.orders.get(payment.order_id.as_str()).copied();
        order.is_some_and(|order| order.state == "refund_due" && self.is_rightly_flagged(order))
    }

    /// I3.
    fn given(&mut self) {
        let charged: HashSet<&str> = self.ledgers.charges.iter().map(|one| one.session.as_str()).collect();
        let paid: HashSet<&str> = (self.ledgers.payments.iter())
            .filter(|one| one.reference.as_deref().is_some_and(|reference| charged.contains(reference)))
            .map(|one| one.order_id.as_str())
            .collect();
        for delivery in &self.ledgers.deliveries {
            if !paid.contains(delivery.order_id.as_str()) {
                self.say(Rule::NothingGiven, format!("order {} was delivered without money", delivery.order_id));
            }
        }
        for order in &self.ledgers.orders {
            if is_settled(order) && !paid.contains(order.id.as_str()) {
                self.say(Rule::NothingGiven, format!("order {} is {} without money", order.number, order.state));
            }
        }
    }

    /// I5.
    fn moves(&mut self) {
        for step in &self.ledgers.moves {
            let allowed: &[(&str, &str)] = match step.table.as_str() {
                "orders" => &ORDER_MOVES,
                "payments" => &PAYMENT_MOVES,
                "redemptions" => &USE_MOVES,
                _ => &ESIM_MOVES,
            };
            if !allowed.contains(&(step.from.as_str(), step.to.as_str())) {
                let (table, id) = (&step.table, &step.id);
                self.say(Rule::OnlyAllowedMoves, format!("{table} {id} went from {} to {}", step.from, step.to));
            }
        }
    }

    /// I6, towards the provider.
    fn promises(&mut self) {
        let noted: HashSet<&str> = self.ledgers.webhook_events_noted.iter().map(String::as_str).collect();
        for event in &self.ledgers.webhook_events_taken {
            if !noted.contains(event.as_str()) {
                self.say(Rule::PromisesKept, format!("webhook event {event} was answered and is forgotten"));
            }
        }
        let not_our_event = |event: &&String| event.contains("forged");
        for event in self.ledgers.webhook_events_noted.iter().filter(not_our_event) {
            self.say(Rule::OnlyAllowedMoves, format!("the forged webhook event {event} was taken in"));
        }
    }

    /// T01: no hosted page can be paid without an open payment that waits for it.
    fn pages(&mut self) {
        for session in self.ledgers.sessions.iter().filter(|one| matches!(one.status.as_str(), "open" | "pending")) {
            let known = self.payments.get(session.payment_id.as_str()).copied();
            match known.filter(|one| one.state == "open") {
                None => {
                    let what = format!("page {} can be paid, nobody waits for it", session.id);
                    match known {
                        Some(payment) => self.say_unless_mended(Rule::NoOrphanPages, what, payment),
                        None => self.say(Rule::NoOrphanPages, what),
                    }
                }
                Some(payment) if payment.reference.as_deref().is_some_and(|known| known != session.id) => {
                    self.say(Rule::NoOrphanPages, format!("payment {} waits for another page", payment.id));
                }
                Some(_) => {}
            }
        }
    }
}

/// Whether the order was paid, whatever happened afterwards; a refund releases a code's use.
fn is_settled(order: &Order) -> bool {
    matches!(order.state.as_str(), "paid" | "delivered" | "stalled" | "refund_due")
}

/// Whether the payment is refunded, or being refunded.
fn goes_back(payment: &Payment) -> bool {
    matches!(payment.state.as_str(), "refund_due" | "refunded")
}

/// Values that occur more than once.
fn repeated<'text>(all: impl Iterator<Item = &'text str>) -> Vec<&'text str> {
    let mut seen = HashMap::new();
    for one in all {
        *seen.entry(one).or_insert(0_u32) += 1;
    }
    let mut twice: Vec<&str> = seen.into_iter().filter(|(_, times)| *times > 1).map(|(one, _)| one).collect();
    twice.sort_unstable();
    twice
}

#[cfg(test)]
#[path = "invariants_tests.rs"]
mod tests;
