//! The port to payment providers. One client per provider, always the real one: without keys its base address
//! points at the built-in sandbox, which speaks the same wire format.
//!
//! | File | What |
//! |---|---|
//! | `stripe`, `mollie` | the clients |
//! | `budget` | how often a provider is called |
//! | `call` | one call with its retries, time-outs and limits |
//! | `pay_page` | the hosts to which a buyer may be sent |
//! | `outcome` | the outcome of a payment |
//! | `open_enum`, `redacted_text` | a provider's words and sentences |

pub mod budget;
mod call;
pub mod mollie;
mod open_enum;
pub mod outcome;
pub mod pay_page;
pub mod redacted_text;
pub mod stripe;
