//! The free trial: which plans have one, how long it lasts, and what must be acknowledged first (specification 1,
//! sections 2.4, 5 and 9). When it ends, [`trial_end`](crate::delivery::trial_end) says.

use crate::billing_cycle::BillingCycle;
use crate::discount::FoldedCode;
use crate::plan::Plan;
use crate::problem::Problem;

/// The trial's code in the price list, and the word by which its page requests prices.
pub static CODE: FoldedCode = FoldedCode::of_word("trial");

/// Days before the first charge of a trial that begins now; an order keeps the number it began with.
pub const DAYS: u32 = 7;

/// The version of the text beside the box. An order stores it, so it must change with [`TERMS`].
pub const TERMS_VERSION: &str = "1";

/// The text beside the box, in English.
pub const TERMS: &str = "I understand that I will be charged after 7 days unless I cancel during the trial period.";

/// The title of every plan on the trial page, with its leading space (specification 1, section 2.4).
pub const TITLE: &str = " 7 Days Trial";

/// Whether a plan has a trial: only those that are billed yearly.
#[must_use]
pub fn has_trial(plan: &Plan) -> bool {
    plan.billing_cycle() == BillingCycle::Yearly
}

/// Checks that the box was ticked beside the text in force. `accepted` is the version of the text that was ticked,
/// absent when the box was not.
///
/// ```
/// use onefare_core::{problem::Problem, trial};
/// assert_eq!(trial::check_acknowledged(Some("1")), Ok(trial::TERMS_VERSION));
/// assert_eq!(trial::check_acknowledged(None), Err(Problem::TrialTermsRequired));
/// ```
///
/// # Errors
/// [`Problem::TrialTermsRequired`] without a version, and for any other one: agreeing to an older text is no agreement
/// to this one.
pub fn check_acknowledged(accepted: Option<&str>) -> Result<&'static str, Problem> {
    if accepted == Some(TERMS_VERSION) { Ok(TERMS_VERSION) } else { Err(Problem::TrialTermsRequired) }
}
