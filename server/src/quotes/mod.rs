//! What everything costs: price book, codes and the quotes made of them. Reads the store, knows nothing of the app.

pub mod bundle_views;
pub mod places;
pub mod prices;
pub mod refills;
mod trials;
