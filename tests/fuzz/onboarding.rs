//! The wizard's answers.

use onefare_core::onboarding::{MAX_SERVICE, Onboarding, Reason, Step};
use onefare_core::wire::website::OnboardingRequest;

targets! {
    "onboarding" made of ["{", "[", "\"", "\"streaming\"", "ios", "\\u200e", "{\"selected_reasons\":["];

    answers asks [Onboarding::read, Step::next], where |text| {
        let Ok(request) = serde_json::from_str::<OnboardingRequest>(text) else { return };
        let steps = Step::ASKING.map(|step| step.next((&request).into()));
        let read = Onboarding::read((&request).into());
        assert_eq!(read.is_ok(), steps.iter().all(Result::is_ok), "what every step takes is taken as a whole");
        let Ok(read) = read else { return };
        assert!((1..=Reason::ALL.len()).contains(&read.reasons.len()));
        if let Some(service) = &read.streaming_service {
            assert!(read.reasons.contains(&Reason::Streaming) && service.trim() == service && !service.is_empty());
            assert!(service.chars().count() <= usize::try_from(MAX_SERVICE).unwrap());
            assert!(!service.contains(char::is_control));
        }
        let again = OnboardingRequest {
            email: read.email.as_str().to_owned(),
            selected_device: read.device.code().to_owned(),
            selected_reasons: read.reasons.iter().map(|reason| reason.code().to_owned()).collect(),
            streaming_service: read.streaming_service.clone(),
            language: None,
        };
        assert_eq!(Onboarding::read((&again).into()), Ok(read), "reading again changes nothing");
    };
}
