//! Black box: the real router, a real database, the sandbox at the other end of real HTTP, a hand-moved clock.

mod checkout;
mod damage;
mod hello;
mod initial_data;
mod limited_codes;
mod orphans;
mod pages;
mod refusals;
mod settlement;
mod vectors;
mod webhooks;
