//! Compares the eSIM that was made with what was sold.

use crate::esims::{Profile, ProfileState};
use crate::store::esims::Esim;

/// The result of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict<'made> {
    /// The one eSIM that was sold.
    AsOrdered(&'made Profile),
    /// Something else; the word says what differs.
    Wrong(&'static str),
    /// The eSIM is installed already.
    Used,
}

/// Compares number, reference, package, days and data. What the supplier does not say does not agree.
pub(super) fn examine<'made>(esim: &Esim, profiles: &'made [Profile]) -> Verdict<'made> {
    let wanted = &esim.wanted;
    let [profile] = profiles else { return Verdict::Wrong("number of eSIMs") };
    if profile.transaction_id.as_ref().is_some_and(|reference| *reference != esim.transaction_id) {
        return Verdict::Wrong("reference");
    }
    if !profile.is_of(&wanted.package) {
        return Verdict::Wrong("package");
    }
    if profile.duration_days != Some(wanted.days) {
        return Verdict::Wrong("days");
    }
    let volumes = [Some(wanted.volume_bytes), wanted.volume_bytes.checked_mul(i64::from(wanted.days))];
    // For a daily package the supplier names either the data of one day or of all days.
    let told = if wanted.daily { &volumes[..] } else { &volumes[..1] };
    if profile.volume_bytes.is_none() || !told.contains(&profile.volume_bytes) {
        return Verdict::Wrong("volume");
    }
    match profile.state {
        ProfileState::New => Verdict::AsOrdered(profile),
        ProfileState::InUse | ProfileState::UsedUp | ProfileState::Suspended | ProfileState::Other(_) => Verdict::Used,
    }
}

/// What makes two activation codes the same line: server and matching id, however they are spelt. A code without a
/// matching id names no line by itself, so the eSIM's number stands in.
pub(super) fn identity(profile: &Profile) -> String {
    let code = &profile.activation_code;
    let id = code.matching_id();
    let line = if id.is_empty() { profile.esim_tran_no.as_str() } else { id };
    format!("{}${line}", code.smdp_address()).to_ascii_uppercase()
}
