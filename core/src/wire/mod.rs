//! The types that cross the wire: requests and responses, one file per endpoint family.
//!
//! These types are the single source for the server, for the browser (TypeScript is generated from them) and for
//! the OpenAPI description. Optional fields are absent, never `null`, when they have no value, except where the
//! specification names a field that is always there.

pub mod account;
pub mod brand;
mod checkout;
pub mod checkout_data;
pub mod claims;
pub mod deal;
pub mod discount_code;
pub mod esim;
pub mod esim_page;
pub mod event;
pub mod mismatch;
pub mod orders;
pub mod page;
pub mod plan_pages;
pub mod problem;
pub mod receipt;
pub mod recovery;
pub mod subscription;
pub mod tutorial;
pub mod website;
pub mod withdrawal;
