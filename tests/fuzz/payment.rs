//! Stored states of payments.

use onefare_core::payment::PaymentState;

targets! {
    "payment" made of ["paid", "open", "failed", "_"];

    states asks [PaymentState::parse], where |text| {
        let found = PaymentState::parse(text);
        assert!(found.is_none_or(|state| state.code() == text));
        assert_eq!(serde_json::from_value::<PaymentState>(text.into()).ok(), found, "one word in rows and in JSON");
    };
}
