//! The story as plain functions: what the shop does, told with the store and the ports.

pub mod catalogue;
pub mod checkout;
pub mod delivery;
pub mod ending;
pub mod following;
pub mod notices;
pub mod operating;
pub mod placing;
pub mod providers;
pub mod quoting;
pub mod redemptions;
pub mod refunding;
pub mod settlement;
pub mod status;
