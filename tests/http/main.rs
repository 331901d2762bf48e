//! Black box: the real router, a real database, the sandbox at the other end of real HTTP, a hand-moved clock.

mod account;
mod codes;
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
