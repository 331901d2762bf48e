//! The story as plain functions: what the shop does, told with the store and the ports.

pub mod account;
pub mod audit;
pub mod cancelling;
pub mod catalogue_renewal;
pub mod checkout;
pub mod delivery;
pub mod ending;
pub mod esim_delivery;
pub mod esim_giving_back;
pub mod esim_order;
pub mod following;
pub mod letter_kinds;
pub mod limits;
pub mod notices;
pub mod onboarding;
pub mod operating;
pub mod placing;
pub mod posting;
pub mod providers;
pub mod redemptions;
pub mod refunding;
pub mod retention;
pub mod settlement;
pub mod sold_data;
pub mod status;
pub mod support;
