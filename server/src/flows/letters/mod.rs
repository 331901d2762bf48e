//! The shop's letters: what each kind is written from, the one way out, and sending them again.

mod account_deleted;
mod address_request;
mod charge_notice;
mod charge_refund;
mod draft;
mod kinds;
mod later_receipt;
mod limit;
mod old_address;
pub mod order;
mod refund;
mod renewal_unpaid;
pub mod resend;
pub mod send;
mod sign_in;
