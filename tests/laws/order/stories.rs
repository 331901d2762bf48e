//! Every story of up to six events about one order and up to three payments, repeats included: over a billion of them.
//! Stories that reach the same state continue together, and are counted separately.

use std::collections::HashMap;

use onefare_core::order::{DeliveryState, Effect, OrderEvent, OrderState, PaymentEvent};
use onefare_core::payment::PaymentState;

const LENGTH: u32 = 6;
const PAYMENTS: usize = 3;

/// A story's events: those of each payment, the buyer's actions, the supplier's answers.
#[derive(Clone, Copy, Debug)]
enum Event {
    Payment(usize, PaymentEvent),
    Order(OrderEvent),
}

/// An order with its payments, and all effects so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct World {
    order: OrderState,
    /// `None`: not created yet.
    payments: [Option<PaymentState>; PAYMENTS],
    /// Whether the provider ever reported the payment as paid.
    money: [bool; PAYMENTS],
    /// Enqueued refunds, by payment.
    refunds: [u8; PAYMENTS],
    delivered: u8,
    receipts: u8,
    deliveries_begun: u8,
    disputes_won: u8,
    refunds_failed: u8,
    hold_notices: u8,
    alarms: u8,
    ends: u8,
    frozen: bool,
}

impl World {
    const fn new() -> Self {
        Self {
            order: OrderState::Open,
            payments: [Some(PaymentState::Open), None, None],
            money: [false; PAYMENTS],
            refunds: [0; PAYMENTS],
            delivered: 0,
            receipts: 0,
            deliveries_begun: 0,
            disputes_won: 0,
            refunds_failed: 0,
            hold_notices: 0,
            alarms: 0,
            ends: 0,
            frozen: false,
        }
    }

    fn after(&self, event: Event) -> Self {
        let mut next = self.clone();
        match event {
            Event::Payment(index, event) => {
                let Some(payment) = self.payments[index] else { return next };
                next.money[index] |= event == PaymentEvent::Paid;
                if let Some(settled) = payment.on(event, self.order) {
                    (next.payments[index], next.order) = (Some(settled.payment), settled.order);
                    next.follow(settled.effects, Some(index));
                    next.disputes_won += u8::from(event == PaymentEvent::DisputeWon);
                    next.refunds_failed += u8::from(event == PaymentEvent::RefundFailed);
                }
            }
            Event::Order(event) => {
                let Some((order, effects)) = self.order.on(event) else { return next };
                if event == OrderEvent::NewAttempt {
                    // The store creates a payment only while none of the order's is open.
                    let Some(free) = self.payments.iter().position(Option::is_none) else { return next };
                    next.payments[free] = Some(PaymentState::Open);
                }
                next.order = order;
                next.delivered += u8::from(event == OrderEvent::DeliveryDone);
                next.follow(effects, self.payments.iter().position(|payment| *payment == Some(PaymentState::Paid)));
            }
        }
        next
    }

    fn follow(&mut self, effects: &[Effect], about: Option<usize>) {
        for effect in effects {
            match effect {
                Effect::Deliver => self.deliveries_begun += 1,
                Effect::SendReceipt => self.receipts += 1,
                Effect::Alarm => self.alarms += 1,
                Effect::Refund => self.refunds[about.expect("a refund is of a payment")] += 1,
                Effect::SendRefundNotice => {}
                Effect::SendHoldNotice => self.hold_notices += 1,
                Effect::Suspend => self.frozen = true,
                Effect::Resume => self.frozen = false,
                Effect::EndAccess => self.ends += 1,
            }
        }
    }

    fn count(&self, state: PaymentState) -> usize {
        self.payments.iter().filter(|payment| **payment == Some(state)).count()
    }

    /// The invariants at every moment.
    fn check(&self) {
        let order = self.order;
        // Never two deliveries, never a receipt without one.
        assert!(self.delivered <= 1 && self.receipts == self.delivered, "{self:?}");
        assert!(self.deliveries_begun <= 1 + self.disputes_won, "{self:?}");
        assert!(self.delivered <= self.deliveries_begun, "{self:?}");
        // At most one payment counts for the order, and it does as long as its money keeps the order alive.
        let lives = !matches!(order, OrderState::Open | OrderState::Closed | OrderState::Held | OrderState::Refunded);
        assert_eq!(self.count(PaymentState::Paid), usize::from(lives), "{self:?}");
        assert!(self.count(PaymentState::Open) <= 1, "{self:?}");
        for (index, payment) in self.payments.iter().enumerate() {
            let Some(payment) = *payment else { continue };
            // A payment seen as paid counts for the order, is refunded or being refunded, or raised an alarm.
            let seen = self.money[index] || payment.is_settled();
            assert_eq!(payment.is_settled(), seen, "{self:?}");
            assert!(payment != PaymentState::Quarantined || self.alarms > 0, "{self:?}");
            if payment == PaymentState::RefundDue {
                assert!(self.refunds[index] == 1 && self.alarms > 0, "{self:?}");
            }
            assert!(self.refunds[index] <= 1 + self.disputes_won + self.refunds_failed, "{self:?}");
        }
        // A paid order is never left alone: it is being delivered, was delivered, is being refunded, or raised an
        // alarm.
        match order {
            OrderState::Open | OrderState::Closed => assert_eq!(self.deliveries_begun, 0, "{self:?}"),
            OrderState::Paid => assert!(self.deliveries_begun > 0 && self.delivered == 0, "{self:?}"),
            OrderState::Delivered => assert!(self.delivered == 1 && !self.frozen, "{self:?}"),
            OrderState::Suspended => assert!(self.delivered == 1 && self.frozen && self.alarms > 0, "{self:?}"),
            OrderState::Held => {
                assert!(self.alarms > 0 && self.delivered == 0 && self.hold_notices == 1, "{self:?}");
            }
            OrderState::Stalled | OrderState::Disputed => assert!(self.alarms > 0 && self.delivered == 0, "{self:?}"),
            OrderState::RefundDue => assert!(self.refunds.iter().any(|count| *count > 0), "{self:?}"),
            OrderState::Refunded => assert_eq!(order.delivery(), DeliveryState::Ended),
        }
        // Access ends once, when the payment is refunded, and never otherwise.
        assert_eq!(self.ends, u8::from(order == OrderState::Refunded), "{self:?}");
    }
}

fn events() -> Vec<Event> {
    let payments = (0..PAYMENTS).flat_map(|index| PaymentEvent::ALL.map(|event| Event::Payment(index, event)));
    let orders = [
        OrderEvent::NewAttempt,
        OrderEvent::DeliveryDone,
        OrderEvent::DeliveryRefused,
        OrderEvent::DeliveryWrong,
        OrderEvent::DeliveryDuplicate,
        OrderEvent::DeliverySilent,
    ];
    payments.chain(orders.map(Event::Order)).collect()
}

#[test]
fn a_billion_stories_end_well() {
    let events = events();
    let mut worlds = HashMap::from([(World::new(), 1_u64)]);
    let (mut stories, mut seen) = (1_u64, worlds.clone());
    for _ in 0..LENGTH {
        let mut next: HashMap<World, u64> = HashMap::new();
        for (world, times) in &worlds {
            for event in &events {
                let then = world.after(*event);
                then.check();
                // A repeated event changes nothing, in any state.
                assert_eq!(then.after(*event), then, "{event:?} on {world:?}");
                // A final state stays final.
                assert!(world.order != OrderState::Refunded || then.order == OrderState::Refunded, "{event:?}");
                for (was, is) in world.payments.iter().zip(then.payments) {
                    assert!(*was != Some(PaymentState::Refunded) || is == *was, "{event:?} on {world:?}");
                    assert!(was.is_none_or(|was| !was.is_settled()) || is.is_some_and(PaymentState::is_settled));
                }
                *next.entry(then).or_default() += times;
            }
        }
        stories += next.values().sum::<u64>();
        worlds = next;
        seen.extend(worlds.clone());
    }
    let by = u64::try_from(events.len()).unwrap();
    assert_eq!(stories, (0..=LENGTH).map(|length| by.pow(length)).sum::<u64>(), "no story was left out");
    assert!(stories > 1_000_000_000, "{stories}");
    // The stories must reach every state, or they prove little.
    for state in OrderState::ALL {
        assert!(seen.keys().any(|world| world.order == state), "no story came to {state:?}");
    }
    for state in PaymentState::ALL {
        assert!(seen.keys().any(|world| world.count(state) > 0), "no payment was {state:?}");
    }
    println!("{stories} stories, {} situations", seen.len());
}

/// From every state but the last, some event leads on: there is no dead end.
#[test]
fn every_state_can_end() {
    for state in OrderState::ALL.into_iter().filter(|state| *state != OrderState::Refunded) {
        let ways = OrderEvent::ALL.into_iter().filter_map(|event| state.on(event)).map(|(next, _)| next);
        assert!(ways.into_iter().any(|next| next != state), "{state:?}");
    }
    assert!(OrderEvent::ALL.into_iter().all(|event| OrderState::Refunded.on(event).is_none()));
}

/// No answer of a supplier delivers an order whose payment is disputed, due for refund, refunded or missing.
#[test]
fn only_a_due_delivery_is_handed_out() {
    for state in OrderState::ALL {
        let due = state.delivery() == DeliveryState::Due;
        assert_eq!(state.on(OrderEvent::DeliveryDone).is_some(), due, "{state:?}");
    }
}
