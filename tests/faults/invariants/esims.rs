//! The same rules for data: what the shop ordered, what the supplier made, and what each buyer got.

use std::collections::HashMap;

use super::{Finding, Rule, View, repeated};
use crate::buyer::Observed;
use crate::ledgers::{Esim, Ledgers, Order, Payment, Profile};

const MEGABYTE: i64 = 1_024 * 1_024;

/// Megabytes and days of a data order; `None` for any other.
pub(super) fn sold(order: &Order) -> Option<(i64, i64)> {
    let numbers: Vec<i64> = order.product.split('-').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    match numbers[..] {
        [_, megabytes, days] => Some((megabytes, days)),
        _ => None,
    }
}

/// Whether the order needs attention, or is refunded or to be refunded.
pub fn is_flagged(order: &Order) -> bool {
    matches!(order.state.as_str(), "stalled" | "refund_due" | "refunded")
}

impl View<'_> {
    fn esim(&self, order: &Order) -> Option<&Esim> {
        self.ledgers.esims.iter().find(|one| one.order_id == order.id)
    }

    /// What the supplier made for an order.
    fn made(&self, order: &Order) -> Vec<&Profile> {
        let Some(esim) = self.esim(order) else { return Vec::new() };
        let numbers = self.ledgers.supplied.orders.iter().filter(|one| one.reference == esim.reference);
        let numbers: Vec<&str> = numbers.map(|one| one.number.as_str()).collect();
        self.ledgers.supplied.profiles.iter().filter(|one| numbers.contains(&one.order.as_str())).collect()
    }

    /// The one eSIM that may be delivered for an order, if the supplier made one.
    fn right_one(&self, order: &Order) -> Option<&Profile> {
        let (megabytes, days) = sold(order)?;
        let [profile] = self.made(order)[..] else { return None };
        // The supplier makes an unlimited plan with the data of all its days.
        let volumes = [megabytes * MEGABYTE, megabytes * MEGABYTE * days];
        let is_right = profile.days == days && volumes.contains(&profile.volume);
        (is_right && profile.is_new && !profile.is_cancelled).then_some(profile)
    }

    /// Whether another order was delivered with this code.
    fn is_taken(&self, code: &str, order: &Order) -> bool {
        let has = |one: &&Order| one.id != order.id && one.state == "delivered";
        let mut others = self.ledgers.orders.iter().filter(has);
        others.any(|other| self.made(other).iter().any(|made| made.code == code))
    }

    /// Whether a paid order is rightly undelivered: what was made for it may not be delivered, or nothing was made.
    pub(super) fn is_rightly_flagged(&self, order: &Order) -> bool {
        let right = self.right_one(order).filter(|profile| !self.is_taken(&profile.code, order));
        is_flagged(order) && right.is_none()
    }

    /// What is wrong about eSIMs returned to the supplier: a refunded order returns all unused ones, other orders
    /// return none.
    fn given_back(&self, order: &Order) -> Vec<(Rule, String)> {
        let judge = |profile: &Profile| {
            let is_free = profile.is_new && !profile.is_cancelled && !self.is_taken(&profile.code, order);
            match (order.state.as_str(), profile.given_back) {
                ("refunded", 0) if is_free => {
                    Some((Rule::NothingGiven, format!("the eSIM of refunded order {} can be used", order.number)))
                }
                ("refunded", _) | (_, 0) => None,
                (state, _) => {
                    Some((Rule::RightEsim, format!("the eSIM of order {}, {state}, was given back", order.number)))
                }
            }
        };
        self.made(order).into_iter().filter_map(judge).collect()
    }

    /// One order at the supplier for each paid order, and no others.
    pub(super) fn supplier(&mut self) {
        let supplied = &self.ledgers.supplied;
        for reference in repeated(supplied.orders.iter().map(|one| one.reference.as_str())) {
            self.say(Rule::NothingDoubled, format!("the supplier has two orders under {reference}"));
        }
        for number in repeated(supplied.paid.iter().map(String::as_str)) {
            self.say(Rule::NothingDoubled, format!("the supplier's order {number} cost money twice"));
        }
        for profile in supplied.profiles.iter().filter(|profile| profile.given_back > 1) {
            self.say(
                Rule::NothingDoubled,
                format!("an eSIM of the supplier's order {} was given back twice", profile.order),
            );
        }
        let known: HashMap<&str, &str> =
            self.ledgers.esims.iter().map(|one| (one.reference.as_str(), one.order_id.as_str())).collect();
        for asked in &supplied.orders {
            let Some(order) = known.get(asked.reference.as_str()).and_then(|id| self.orders.get(id)).copied() else {
                let what =
                    format!("the supplier's order {} is known to no order: something was bought twice", asked.number);
                self.say(Rule::NothingDoubled, what);
                continue;
            };
            if matches!(order.state.as_str(), "open" | "closed" | "held") {
                self.say(
                    Rule::NothingGiven,
                    format!("order {} was placed at the supplier without money", order.number),
                );
            }
        }
    }

    /// The delivered eSIM is the one sold and made; it belongs to one order, and no other buyer sees it.
    pub(super) fn codes(&mut self, people: &[Observed]) {
        let mut handed_out: Vec<(&Order, String)> = Vec::new();
        for observed in people {
            let order = observed.paid.as_deref().and_then(|page| self.by_reference.get(page));
            let own = |payment: &&Payment| self.orders.get(payment.order_id.as_str()).copied();
            let order = order.and_then(|payment| self.paid_instead(payment).or_else(|| own(payment)));
            let code = observed.receipt.as_ref().and_then(|receipt| receipt.code.clone());
            handed_out.extend(order.zip(code));
        }
        for order in self.ledgers.orders.iter().filter(|order| sold(order).is_some()) {
            let of_this_order = format!("esim-{}@", order.number);
            for letter in self.ledgers.letters.iter().filter(|one| one.raw.contains(&of_this_order)) {
                let codes = codes_in(&letter.text());
                if codes.is_empty() {
                    self.say(Rule::RightEsim, format!("the letter of order {} has no activation code", order.number));
                }
                handed_out.extend(codes.into_iter().map(|code| (order, code)));
            }
            if order.state == "delivered" && self.right_one(order).is_none() {
                self.say(
                    Rule::RightEsim,
                    format!("order {} was delivered with something else than was sold", order.number),
                );
            }
            for (rule, what) in self.given_back(order) {
                self.say(rule, what);
            }
            let ready = self.esim(order).is_some_and(|esim| esim.state == "ready" && esim.number.is_some());
            if order.state == "delivered" && !ready {
                self.say(Rule::RightEsim, format!("order {} was delivered without an eSIM", order.number));
            }
        }
        let mut holders: HashMap<String, &str> = HashMap::new();
        for (order, code) in handed_out {
            let number = &order.number;
            let is_right = self.right_one(order).is_some_and(|profile| profile.code == code);
            if !is_right || order.state != "delivered" {
                self.say(Rule::RightEsim, format!("order {number} was told a code that is not its own"));
            }
            if let Some(other) = holders.insert(code, number).filter(|other| other != number) {
                self.say(Rule::RightEsim, format!("orders {number} and {other} were told the same code"));
            }
        }
        for esim in &self.ledgers.esims {
            let readable = |profile: &&Profile| esim.sealed.contains(secret_part(&profile.code));
            if self.ledgers.supplied.profiles.iter().any(|profile| readable(&profile)) {
                self.say(Rule::CodesSecret, format!("the database can be read: the code of order {}", esim.order_id));
            }
        }
    }
}

/// No server's log contains an activation code. Each log has a name.
pub fn check_logs(ledgers: &Ledgers, logs: &[(String, String)]) -> Vec<Finding> {
    let mut found = Vec::new();
    for profile in &ledgers.supplied.profiles {
        for (name, _) in logs.iter().filter(|(_, log)| log.contains(secret_part(&profile.code))) {
            let what = format!("an activation code of the supplier's order {} stands in {name}", profile.order);
            found.push(Finding::new(Rule::CodesSecret, what));
        }
    }
    found
}

/// The unguessable part of a code: everything after the server's name.
fn secret_part(code: &str) -> &str {
    code.rsplit('$').next().unwrap_or(code)
}

/// The activation codes in a text.
fn codes_in(text: &str) -> Vec<String> {
    let of_code = |letter: &char| letter.is_ascii_alphanumeric() || "$:.-".contains(*letter);
    let mut codes: Vec<String> =
        text.match_indices("LPA:1$").map(|(at, _)| text[at..].chars().take_while(of_code).collect()).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}
