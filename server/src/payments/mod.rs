//! The port to those who move money. One client per provider, always the real one: without keys its base address
//! points at the built-in sandbox, which speaks the same wire format.

pub mod http_client;
pub mod stripe;
