//! Stored states of orders, statuses of disputes, and limits for refunds.

use std::str::FromStr as _;

use onefare_core::order::OrderState;
use onefare_core::order::dispute::{DisputeStanding, FraudRefundLimits};

targets! {
    "order" made of ["paid", "open", "\"", "_", "won", "warning_", "AED 1.00", ", ", "OMR 1.000"];

    states asks [OrderState::parse], where |text| {
        let found = OrderState::parse(text);
        assert!(found.is_none_or(|state| state.code() == text));
        assert_eq!(serde_json::from_value::<OrderState>(text.into()).ok(), found, "one word in rows and in JSON");
    };

    disputes asks [DisputeStanding::of_stripe], where |text| {
        let found = DisputeStanding::of_stripe(text);
        assert!(found.is_none_or(|standing| standing.event_after(Some(standing)).is_none()), "a repeat moves nothing");
    };

    limits asks [FraudRefundLimits::from_str], where |text| {
        let currencies = text.split(',').count();
        assert!(text.parse::<FraudRefundLimits>().is_err() || currencies <= 6, "one amount for each currency");
    };
}
