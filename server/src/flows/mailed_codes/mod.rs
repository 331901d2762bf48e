//! The codes and links in letters: what they are, how long they are valid, and where wrong ones count. The letters and
//! the calls that check them both use this.

pub mod address;
pub mod secrets;
pub mod wrong_codes;
