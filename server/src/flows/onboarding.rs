//! Joining through the wizard: the answers are checked and stored once per address, with the consent that was given.

use onefare_core::email::query::prefill_pair;
use onefare_core::onboarding::Onboarding;
use onefare_core::wire::website::OnboardingRequest;

use crate::app::App;
use crate::pages::registry::local_address;
use crate::problem::Refusal;
use crate::store::StoreError;
use crate::store::leads::{self, Lead};

/// The text beside the button, in the catalogs of the pages.
const CONSENT: &str = "onboarding.consent";

/// Stores the visitor as a lead and returns the address of the plans, with the e-mail address in it. An address that
/// joined before gets the same answer, so that the call reveals nothing about it.
///
/// # Errors
/// The problems of [`Onboarding::read`]; the database.
pub async fn join(app: &App, request: &OnboardingRequest) -> Result<String, Refusal> {
    let answers = Onboarding::read(request.into())?;
    let language = request.language.unwrap_or_default();
    let brand = app.brand.everywhere();
    let slots = [("brand", brand.name.as_str()), ("support", brand.support_email.as_str())];
    let reasons: Vec<&str> = answers.reasons.iter().map(|reason| reason.code()).collect();
    let lead = Lead {
        email: answers.email.as_str().to_owned(),
        device: answers.device.code().to_owned(),
        reasons: reasons.join(","),
        streaming_service: answers.streaming_service,
        language,
        consent: app.site.texts().get(language, CONSENT, &slots),
        joined_at: app.clock.now(),
    };
    let stored = async {
        let mut tx = app.store.begin().await?;
        let is_new = leads::insert_once(&mut tx, &answers.email, &lead).await?;
        tx.commit().await?;
        Ok::<_, StoreError>(is_new)
    };
    let is_new = stored.await.map_err(Refusal::internal)?;
    tracing::info!(is_new, device = lead.device, "a visitor joined through the wizard");
    Ok(local_address(&format!("/buy?{}", prefill_pair(&answers.email)), language))
}
