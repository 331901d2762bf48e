//! What everything costs: price book, codes and the quotes made of them. Reads the store, knows nothing of the app.

pub mod bundle_views;
pub mod place_names;
pub mod prices;
pub mod refills;
mod trials;
