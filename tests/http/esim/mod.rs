//! Data plans: the calls of the eSIM shop, delivery, return to the supplier, and catalogue renewal.

pub mod access_window;
pub mod calls;
pub mod catalogue_renewal;
pub mod checkout;
pub mod code_calls;
pub mod delivery;
pub mod double_payment;
pub mod refusals;
pub mod repeated_order;
pub mod returned;
pub mod shop;
pub mod supplier_webhook;
