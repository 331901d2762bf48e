//! The rules that pages call, exported to JavaScript: convert, call, convert.
//!
//! One file per rule of `onefare-core`, under the same name. Expected outcomes are returned, never thrown: a problem is
//! a code, "fine" is `undefined`. The TypeScript declarations of every wire type come out of this build too, because
//! core's feature `ts` is on.
//!
//! There is one build: the tests replay their vectors through the very file that pages download. A rule that no page
//! calls (orders, deliveries, what providers answer, margins) has no file here; its vectors are replayed natively.
//!
//! Numbers and words of a closed list cross at no cost, and a short text is copied once. One structure crosses, on its
//! way out and through serde-wasm-bindgen: the lines of a price. Reading structures would add 14 KiB, so the fields of
//! checkout data cross one by one, and the searched list is an array of texts.

mod bundle;
mod checkout_data;
mod convert;
mod countdown;
mod device;
mod discount;
mod email;
mod onboarding;
mod otp;
mod price_text;
mod problem;
mod quote;
mod safe_url;
