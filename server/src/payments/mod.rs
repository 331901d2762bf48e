//! The port to payment providers. One client per provider, always the real one: without keys its base address
//! points at the built-in sandbox, which speaks the same wire format.
//!
//! | File | What |
//! |---|---|
//! | `stripe`, `mollie` | the clients |
//! | `budget` | how often a provider is called |
//! | `fair_share` | the part of its calls that busy clients share in turns |
//! | `call` | one call with its retries, time-outs and limits |
//! | `pay_page` | which addresses a buyer may be sent to |
//! | `open_enum`, `redacted_text` | what a provider says in words |

pub mod budget;
mod call;
mod fair_share;
pub mod mollie;
mod open_enum;
pub mod pay_page;
pub mod redacted_text;
pub mod stripe;
