//! Black-box tests: the real router, a real database, the sandbox behind real HTTP, and a manual clock.

mod account;
mod codes;
mod entitlements;
mod esim;
mod events;
mod letters;
mod machine;
mod operators;
mod order;
mod pages;
mod payment;
mod refund;
mod vectors;
