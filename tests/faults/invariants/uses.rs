//! The same rules for codes of limited use: each use counted once, none beyond the limit, none kept without an order.

use super::{Finding, Rule, View, is_settled};
use crate::ledgers::{Move, Order, Payment, Redemption};

impl View<'_> {
    /// I5: each use counted once, none beyond the limit, none kept without an order.
    pub(super) fn uses(&mut self) {
        for code in &self.ledgers.codes {
            let name = &code.code;
            let with_it = || self.ledgers.orders.iter().filter(|order| order.code.as_ref() == Some(name));
            let paid = with_it().filter(|order| is_settled(order)).count();
            let kept = |state: &str| {
                let of_it = |one: &&Redemption| one.code == *name && one.state == state;
                self.ledgers.redemptions.iter().filter(of_it).count()
            };
            let (reserved, consumed) = (kept("reserved"), kept("consumed"));
            // A demo code starts with uses of its own; these runs cannot use such codes.
            if paid > 0 && i64::try_from(paid + reserved) != Ok(code.used) {
                let what = format!("code {name} counts {} uses, {paid} orders used it, {reserved} may", code.used);
                self.say(Rule::OnlyAllowedMoves, what);
            }
            if consumed != paid {
                let what = format!("{consumed} uses of code {name} are consumed, {paid} orders were paid with it");
                self.say(Rule::OnlyAllowedMoves, what);
            }
            // A page without a reserved use, because it was superseded or beyond the share of unpaid pages, was agreed all
            // the same; its use may exceed the limit.
            let unreserved = with_it().filter(|order| self.was_paid_unreserved(order)).count();
            let taken = i64::try_from(paid + reserved - unreserved.min(paid)).unwrap_or(i64::MAX);
            if code.limit.is_some_and(|limit| limit < taken && paid + reserved > 0) {
                let what =
                    format!("code {name} was used {paid} times and is kept for {reserved} more: {:?}", code.limit);
                self.say(Rule::LimitsHeld, what);
            }
        }
        for kept in self.ledgers.redemptions.iter().filter(|one| one.state == "reserved" || one.state == "at_payment") {
            let order = self.orders.get(kept.order_id.as_str()).copied();
            if order.is_some_and(|order| order.state == "open") {
                continue;
            }
            let what = format!("order {} is over and keeps a use of {}", kept.order_id, kept.code);
            let of_it = |one: &&Payment| one.order_id == kept.order_id;
            let mended_by = self.ledgers.payments.iter().filter(of_it).map(|one| one.id.clone()).collect();
            self.found.push(Finding { rule: Rule::UsesGivenBack, what, mended_by });
        }
    }

    fn was_paid_unreserved(&self, order: &Order) -> bool {
        let late = |one: &Move| one.table == "orders" && one.from == "closed" && one.to == "paid";
        let beyond = |one: &Move| one.table == "redemptions" && one.from != "reserved" && one.to == "consumed";
        self.ledgers.moves.iter().any(|one| one.id == order.id && (late(one) || beyond(one)))
    }
}
