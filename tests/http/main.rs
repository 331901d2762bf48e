//! Black box: the real router, a real database, the sandbox at the other end of real HTTP, a hand-moved clock.

mod checkout;
mod customers;
mod damage;
mod deals;
mod esim;
mod esim_buying;
mod esim_delivery;
mod esim_notices;
mod esim_paid_twice;
mod hello;
mod initial_data;
mod limited_codes;
mod mollie;
mod operators;
mod orphans;
mod pages;
mod refunds;
mod refusals;
mod settlement;
mod switching;
mod trial;
mod undeliverable;
mod vectors;
mod ways;
mod webhooks;
mod without_notices;
