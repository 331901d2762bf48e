//! Stored states of orders.

use onefare_core::order::OrderState;

targets! {
    "order" made of ["paid", "open", "\"", "_"];

    states asks [OrderState::parse], where |text| {
        let found = OrderState::parse(text);
        assert!(found.is_none_or(|state| state.code() == text));
        assert_eq!(serde_json::from_value::<OrderState>(text.into()).ok(), found, "one word in rows and in JSON");
    };
}
