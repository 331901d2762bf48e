//! Orders: whatever happens, in any order and any number of times, one delivery and nothing lost.

mod stories;

use onefare_core::order::OrderEvent::{DeliveryDone, NewAttempt, PaymentFailed, PaymentMismatch, PaymentPaid};
use onefare_core::order::{Effect, OrderEvent, OrderState};

const EVENTS: [OrderEvent; 5] = [PaymentPaid, PaymentFailed, PaymentMismatch, NewAttempt, DeliveryDone];

/// Plays events on a new order; returns the last state and all effects.
fn play(events: &[OrderEvent]) -> (OrderState, Vec<Effect>) {
    let mut state = OrderState::Open;
    let mut effects = Vec::new();
    for event in events {
        if let Some((next, followed)) = state.on(*event) {
            state = next;
            effects.extend_from_slice(followed);
        }
    }
    (state, effects)
}

/// Every sequence of up to `length` events, repeats included.
fn every_story(length: usize) -> Vec<Vec<OrderEvent>> {
    let mut stories = vec![Vec::new()];
    let mut last = stories.clone();
    for _ in 0..length {
        last = last
            .iter()
            .flat_map(|story| EVENTS.map(|event| story.iter().copied().chain([event]).collect::<Vec<_>>()))
            .collect();
        stories.extend(last.iter().cloned());
    }
    stories
}

#[test]
fn no_story_delivers_twice_or_takes_money_for_nothing() {
    let stories = every_story(6);
    assert_eq!(stories.len(), 19_531);
    for story in stories {
        let (state, effects) = play(&story);
        let count = |effect| effects.iter().filter(|found| **found == effect).count();
        assert!(count(Effect::Deliver) <= 1 && count(Effect::SendReceipt) <= 1, "{story:?}");
        assert!(count(Effect::SendReceipt) <= count(Effect::Deliver), "a receipt for nothing: {story:?}");
        // A settled payment is being delivered, or an alarm was raised.
        let settled = story.iter().any(|event| matches!(event, PaymentPaid | PaymentMismatch));
        assert_eq!(settled, count(Effect::Deliver) + count(Effect::Alarm) == 1, "{story:?}");
        assert_eq!(settled, !matches!(state, OrderState::Open | OrderState::Closed), "{story:?}");
        // Delivered means delivered once, with one receipt.
        let delivered = count(Effect::Deliver) == 1 && count(Effect::SendReceipt) == 1;
        assert_eq!(state == OrderState::Delivered, delivered, "{story:?}");
        // An order whose payment mismatched is never delivered.
        let first = story.iter().find(|event| matches!(event, PaymentPaid | PaymentMismatch));
        if first == Some(&PaymentMismatch) {
            assert_eq!((state, count(Effect::Deliver)), (OrderState::Held, 0), "{story:?}");
        }
        // Its buyer gets one letter about it.
        assert_eq!(count(Effect::SendHoldNotice), usize::from(state == OrderState::Held), "{story:?}");
    }
}

#[test]
fn a_repeat_changes_nothing() {
    for story in every_story(5) {
        let (state, effects) = play(&story);
        let doubled: Vec<OrderEvent> = story.iter().flat_map(|event| [*event, *event]).collect();
        assert_eq!(play(&doubled), (state, effects), "{story:?}");
    }
}

#[test]
fn final_states_stay_final() {
    for event in EVENTS {
        assert_eq!(OrderState::Delivered.on(event), None);
        assert_eq!(OrderState::Held.on(event), None);
    }
}

#[test]
fn stored_words_are_read_back() {
    for state in OrderState::ALL {
        assert_eq!(OrderState::parse(state.code()), Some(state));
        assert_eq!(serde_json::to_value(state).unwrap(), state.code());
    }
}

#[test]
fn an_order_awaits_a_payment_as_long_as_it_would_take_one() {
    for state in OrderState::ALL {
        assert_eq!(state.awaits_payment(), state.on(PaymentPaid).is_some(), "{state:?}");
    }
}

#[test]
fn what_follows_is_called_the_same_in_logs_and_answers() {
    let moves = OrderState::ALL.into_iter().flat_map(|state| OrderEvent::ALL.map(|event| state.on(event)));
    let effects: Vec<Effect> = moves.flatten().flat_map(|(_, effects)| effects).copied().collect();
    assert!(effects.len() > 20);
    for effect in effects {
        assert_eq!(serde_json::to_value(effect).unwrap(), effect.code());
    }
}
