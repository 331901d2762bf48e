//! The state of a signed-in customer's eSIM: its data and its time, as the supplier reports them.

use std::time::Duration;

use onefare_core::date_text::{date_text, instant_text};
use onefare_core::language::Language;
use onefare_core::problem::Problem;
use onefare_core::wire::account::{EsimDataUse, EsimStanding, EsimUsage};

use crate::app::App;
use crate::esims::{Counted, ProfileState, Standing};
use crate::problem::Refusal;
use crate::store::esims::{self, Esim, EsimState};
use crate::store::orders::Order;

/// How long an answer is reused: the supplier counts hours late, and its rate limit is one for the whole shop.
const GOOD_FOR: Duration = Duration::from_mins(5);

/// The state of an order's eSIM. The caller has verified whose order it is.
///
/// # Errors
/// [`Problem::NotFound`] without a delivered eSIM; [`Problem::ProviderUnavailable`] when the supplier does not answer.
pub async fn usage(app: &App, order: &Order, language: Language) -> Result<EsimUsage, Refusal> {
    let esim = {
        let mut conn = app.store.read().await.map_err(Refusal::internal)?;
        esims::of_order(&mut conn, &order.id).await.map_err(Refusal::internal)?
    };
    let made = esim.filter(|esim| esim.state == EsimState::Ready && esim.given_back.is_none());
    let esim = made.ok_or(Problem::NotFound)?;
    let number = esim.esim_tran_no.as_deref().ok_or(Problem::NotFound)?;
    let standing = app.esim_standings.get(number, GOOD_FOR, ask(app, number)).await;
    Ok(told(&standing.ok_or(Problem::ProviderUnavailable)?, &esim, language))
}

/// Asks the supplier for the eSIM's state, and for its usage once it is in use. `None`: no answer. Without usage
/// figures the buyer still reads how long the plan is valid.
async fn ask(app: &App, number: &str) -> Option<Standing> {
    let profile = app.esims.profile(number).await;
    let profile = profile.inspect_err(|error| tracing::warn!(esim = number, %error, "no word on how an eSIM stands"));
    let Some(profile) = profile.ok()? else { return Some(Standing { state: None, until: None, counted: None }) };
    let counted = if profile.state == ProfileState::New { None } else { counted(app, number).await };
    Some(Standing { state: Some(profile.state), until: profile.expires_at, counted })
}

async fn counted(app: &App, number: &str) -> Option<Counted> {
    let counted = app.esims.usage(number).await;
    counted.inspect_err(|error| tracing::warn!(esim = number, %error, "no word on what an eSIM has used")).ok()?
}

fn told(standing: &Standing, esim: &Esim, language: Language) -> EsimUsage {
    let data = standing.counted.map(|Counted { data, at }| {
        // A daily package's figures are one day's or all days', and the package goes on after either.
        let has_end = !esim.wanted.daily;
        EsimDataUse {
            used: data.used_text(language),
            left: has_end.then(|| data.left_text(language)),
            total: has_end.then(|| data.total_text(language)),
            percent_left: has_end.then(|| data.percent_left()),
            counted_at: at.map(|at| instant_text(at, language)),
        }
    });
    let until = standing.until.map(|until| date_text(until, language));
    let standing = match &standing.state {
        None => EsimStanding::Over,
        Some(ProfileState::New) => EsimStanding::NotInstalled,
        Some(ProfileState::UsedUp) => EsimStanding::UsedUp,
        Some(ProfileState::InUse | ProfileState::Suspended | ProfileState::Other(_)) => EsimStanding::InUse,
    };
    EsimUsage { standing, until, data }
}
