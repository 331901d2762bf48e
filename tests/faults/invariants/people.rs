//! The same rules for one buyer: what the shop showed, said and promised.

use super::esims::{is_flagged, sold};
use super::{Rule, View, goes_back, is_settled};
use crate::buyer::Observed;
use crate::ledgers::{Order, Payment};

impl<'ledgers> View<'ledgers> {
    /// I1, I4, I6, I7 as one buyer saw them.
    pub(super) fn person(&mut self, observed: &Observed) {
        let who = &observed.scenario.email;
        for complaint in &observed.complaints {
            self.say(Rule::NobodyTurnedAway, format!("{who}: {complaint}"));
        }
        if !observed.finished && observed.complaints.is_empty() {
            self.say(Rule::NothingLost, format!("{who} is still waiting"));
        }
        for page in &observed.pages {
            if !self.by_reference.contains_key(page.as_str()) {
                self.say(Rule::PromisesKept, format!("{who} was led to page {page}, which no payment knows"));
            }
        }
        let paid_for = observed.paid.as_ref().and_then(|page| self.by_reference.get(page.as_str()));
        let own = paid_for.and_then(|payment| self.orders.get(payment.order_id.as_str())).copied();
        // A refunded buyer who was told that there is no eSIM saw the state of their own order: anything they also paid
        // at the other method's page, and received, shows on that page.
        let without_esim = |payment: &&Payment| {
            observed.no_esim && self.orders.get(payment.order_id.as_str()).is_some_and(|own| own.state == "refunded")
        };
        let instead = paid_for.filter(|payment| !without_esim(payment)).and_then(|payment| self.paid_instead(payment));
        let order = instead.or(own);
        // A refunded buyer may be told so after "paid".
        let went_back = observed.no_esim && order.is_some_and(|order| order.state == "refunded");
        let mut from_paid = observed.statuses.iter().skip_while(|status| *status != "paid");
        if let Some(other) = from_paid.find(|status| *status != "paid" && !(went_back && *status == "refunded")) {
            self.say(Rule::NeverUnpaid, format!("{who} was told {other} after paid"));
        }
        let Some(session) = &observed.paid else { return };
        let charge = self.ledgers.charges.iter().find(|one| one.session == *session);
        let Some(charge) = charge else {
            return self.say(Rule::PromisesKept, format!("{who} paid page {session}, the ledger does not know it"));
        };
        if charge.amount != observed.shown || !charge.currency.eq_ignore_ascii_case(observed.scenario.currency) {
            let (shown, taken) = (observed.shown, charge.amount);
            self.say(Rule::AsShown, format!("{who} was shown {shown}, {taken} {} was taken", charge.currency));
        }
        let Some(order) = order else {
            if observed.receipt.is_some() || observed.no_esim {
                self.say(Rule::PromisesKept, format!("{who} has a receipt of no order"));
            }
            return;
        };
        if observed.no_esim && !is_flagged(order) {
            self.say(Rule::PromisesKept, format!("{who} was told that there is no eSIM, the order is {}", order.state));
        }
        let Some(receipt) = &observed.receipt else { return };
        let ends = self.ledgers.deliveries.iter().find(|one| one.order_id == order.id).map(|one| one.ends_at / 1000);
        let read = |text: &String| chrono::DateTime::parse_from_rfc3339(text).ok().map(|instant| instant.timestamp());
        let (promised, of_data) = (receipt.ends.as_ref().and_then(read), sold(order).is_some());
        // The data receipt need not name the end date, but the delivery must have one.
        let same_end = ends.is_some() && (of_data && receipt.ends.is_none() || promised == ends);
        if receipt.order_number != order.number || !same_end || of_data != receipt.code.is_some() {
            let said = format!("order {} until {:?}", receipt.order_number, receipt.ends);
            let what = format!("{who} was promised {said}, the ledgers say {} {ends:?}", order.number);
            self.say(Rule::PromisesKept, what);
        }
        let shown = receipt.amount.as_ref().is_none_or(|(amount, currency)| {
            let meant =
                instead.map_or((observed.shown, observed.scenario.currency), |other| (other.due_now, &other.currency));
            (*amount, currency.as_str()) == meant
        });
        if !shown || order.email != *who {
            self.say(Rule::AsShown, format!("{who} was shown {} and got {:?}", observed.shown, receipt.amount));
        }
    }

    /// The order that the page of a duplicate payment shows: the one that was paid instead, in any currency.
    pub(super) fn paid_instead(&self, payment: &Payment) -> Option<&'ledgers Order> {
        let own = self.orders.get(payment.order_id.as_str()).filter(|own| goes_back(payment) && !is_settled(own))?;
        let is_wish = |other: &&Order| other.email == own.email && other.product == own.product;
        let served = |other: &&Order| other.id != own.id && (is_settled(other) || other.state == "refunded");
        self.ledgers.orders.iter().find(|other| is_wish(other) && served(other))
    }
}
