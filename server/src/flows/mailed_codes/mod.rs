//! The codes and links that letters bring: what they are, how long they hold, and where wrong ones count. The letters and the
//! calls that check them read it here.

pub mod address;
pub mod secrets;
pub mod wrong_codes;
