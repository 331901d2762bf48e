//! The wizard: the steps together ask exactly what the end reads, and its answers survive a round trip.

use onefare_core::onboarding::{Device, Onboarding, Reason, Step};
use onefare_core::problem::Problem;
use onefare_core::wire::website::OnboardingRequest;
use proptest::prelude::*;

fn device() -> impl Strategy<Value = String> {
    let listed = prop::sample::select(&Device::ALL[..]);
    prop_oneof![
        listed.clone().prop_map(|device| device.code().to_owned()),
        listed.prop_map(|device| format!(" {} ", device.name())),
        "[a-z ]{0,3}",
    ]
}

fn reasons() -> impl Strategy<Value = Vec<String>> {
    let listed = prop::sample::select(&Reason::ALL[..]).prop_map(|reason| reason.code().replace('_', " "));
    prop::collection::vec(prop_oneof![9 => listed, 1 => "[a-z]{0,3}"], 0..6)
}

fn answers() -> impl Strategy<Value = OnboardingRequest> {
    let email = prop_oneof!["[a-z]{1,9}@example\\.com", "[a-z@.]{0,6}", any::<String>()];
    let service = prop::option::of(prop_oneof![any::<String>(), ".{95,105}"]);
    (email, device(), reasons(), service).prop_map(|(email, selected_device, selected_reasons, streaming_service)| {
        OnboardingRequest { email, selected_device, selected_reasons, streaming_service, language: None }
    })
}

/// The answers as the page would send them again.
fn sent_again(read: &Onboarding) -> OnboardingRequest {
    OnboardingRequest {
        email: read.email.as_str().to_owned(),
        selected_device: read.device.code().to_owned(),
        selected_reasons: read.reasons.iter().map(|reason| reason.code().to_owned()).collect(),
        streaming_service: read.streaming_service.clone(),
        language: None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn the_steps_ask_what_is_read(answers in answers()) {
        let walked = Step::ASKING.into_iter().try_for_each(|step| step.next((&answers).into()).map(drop));
        prop_assert_eq!(Onboarding::read((&answers).into()).map(drop), walked);
    }

    #[test]
    fn each_step_leads_to_the_next(answers in answers()) {
        let mut step = Step::Device;
        for expected in [Step::Reasons, Step::Email, Step::Dashboard, Step::Dashboard] {
            let Ok(next) = step.next((&answers).into()) else { return Ok(()) };
            prop_assert_eq!(next, expected);
            step = next;
        }
    }

    #[test]
    fn what_was_read_is_read_again(answers in answers()) {
        let Ok(read) = Onboarding::read((&answers).into()) else { return Ok(()) };
        prop_assert_eq!(Onboarding::read((&sent_again(&read)).into()), Ok(read.clone()));
        prop_assert!(!read.reasons.is_empty() && read.reasons.len() <= 4);
        prop_assert!(read.streaming_service.is_none() || read.reasons.contains(&Reason::Streaming));
        let service = read.streaming_service.unwrap_or_default();
        prop_assert!(service.chars().count() <= 100 && !service.contains(char::is_control));
    }

    #[test]
    fn only_problems_of_its_own_fields(answers in answers()) {
        if let Err(problem) = Onboarding::read((&answers).into()) {
            let fields = ["selected_device", "selected_reasons", "email"];
            prop_assert!(problem == Problem::BadRequest || problem.field().is_some_and(|at| fields.contains(&at)));
        }
    }
}
