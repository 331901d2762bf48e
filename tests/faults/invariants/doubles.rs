//! Nothing happens twice, and no buyer pays twice for one thing.

use std::collections::HashMap;

use super::{Rule, View, repeated};
use crate::buyer::Observed;
use crate::ledgers::Charge;
use crate::plan::Action;

impl View<'_> {
    /// I2.
    pub(super) fn doubles(&mut self, people: &[Observed]) {
        let ledgers = self.ledgers;
        for order in repeated(ledgers.deliveries.iter().map(|one| one.order_id.as_str())) {
            self.say(Rule::NothingDoubled, format!("order {order} was delivered more than once"));
        }
        for order in repeated(ledgers.letters_noted.iter().map(String::as_str)) {
            self.say(Rule::NothingDoubled, format!("the letter of order {order} is noted more than once"));
        }
        for order in repeated(ledgers.subscriptions.iter().map(|(_, order)| order.as_str())) {
            self.say(Rule::NothingDoubled, format!("order {order} has two subscriptions at the provider"));
        }
        for payment in repeated(ledgers.sessions.iter().map(|one| one.payment_id.as_str())) {
            self.say(Rule::NothingDoubled, format!("payment {payment} has two pages at the provider"));
        }
        self.charged_twice(people);
    }

    /// I2, as buyers see it: every buyer in these runs buys one thing once, whatever they click. A buyer who pays twice
    /// on purpose gets one refund.
    fn charged_twice(&mut self, people: &[Observed]) {
        let mut paid: HashMap<String, (usize, usize)> = HashMap::new();
        for charge in &self.ledgers.charges {
            let Some(payer) = self.payer(charge) else { continue };
            let (all, kept) = paid.entry(payer.to_owned()).or_default();
            *all += 1;
            *kept += usize::from(self.is_kept(charge));
        }
        for (who, (all, kept)) in paid {
            let observed = people.iter().find(|observed| observed.scenario.email == who);
            // A buyer still in the middle of the scenario has not reported yet.
            let meant = observed.map_or(2, |observed| if observed.scenario.action == Action::PaysBoth { 2 } else { 1 });
            if kept > 1 || all > meant {
                self.say(Rule::NobodyChargedTwice, format!("{who} paid {all} times, the shop keeps {kept}"));
            }
        }
    }

    /// Whether the shop keeps the charge.
    fn is_kept(&self, charge: &Charge) -> bool {
        self.by_reference.get(charge.session.as_str()).is_none_or(|payment| payment.state == "paid")
    }

    /// The payer: as the provider knows it, else as the order does.
    fn payer(&self, charge: &Charge) -> Option<&str> {
        let session = self.ledgers.sessions.iter().find(|one| one.id == charge.session);
        if let Some(observed) = session.map(|one| one.email.as_str()).filter(|email| !email.is_empty()) {
            return Some(observed);
        }
        let payment = self.by_reference.get(charge.session.as_str())?;
        self.orders.get(payment.order_id.as_str()).map(|order| order.email.as_str())
    }
}
