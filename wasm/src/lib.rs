//! The rules, spoken to JavaScript: convert, call, convert.
//!
//! One file per rule of `onefare-core` that a page asks. What can be expected is returned, never thrown: a problem is
//! a code, "fine" is `undefined`. The TypeScript declarations of every wire type come out of this build too, because
//! core's feature `ts` is on.

mod email;
mod link;
