//! What the buyer gets: for a plan, a subscription from the moment it was paid to the end of its term; for data, an
//! eSIM with everything needed to install it.

mod activation_code;
mod installation;
mod overdue;
mod subscription_term;

pub use activation_code::ActivationCode;
pub use installation::{Installation, Known, Platform};
pub use overdue::{ESIM_OVERDUE, is_overdue};
pub use subscription_term::{CARD_PAGE, first_term_days, first_term_end, term_end, trial_end};
