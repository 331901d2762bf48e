//! Devices: a guess for every text, and at most three suggestions, all for the guessed system.

use onefare_core::device::{MAX_SUGGESTED, System, TUTORIAL_DEVICES};
use proptest::prelude::*;

fn agent() -> impl Strategy<Value = String> {
    let word =
        prop::sample::select(&["Windows Phone", "Android", "iPhone", "iPad", "iPod", "Macintosh", "; ", "é"][..]);
    prop_oneof![
        any::<String>(),
        prop::collection::vec(prop_oneof![word.prop_map(String::from), "[a-zA-Z ]{0,6}"], 0..8)
            .prop_map(|words| words.concat()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn case_does_not_matter(agent in agent()) {
        let guess = System::of_user_agent(&agent);
        prop_assert_eq!(System::of_user_agent(&agent.to_ascii_uppercase()), guess);
        prop_assert_eq!(System::of_user_agent(&agent.to_ascii_lowercase()), guess);
    }

    #[test]
    fn the_guess_is_the_first_that_is_named(agent in agent()) {
        let agent = agent.to_ascii_lowercase();
        let expected = if agent.contains("windows phone") {
            System::WindowsPhone
        } else if agent.contains("android") {
            System::Android
        } else if ["iphone", "ipad", "ipod"].iter().any(|device| agent.contains(device)) {
            System::Ios
        } else {
            System::Other
        };
        prop_assert_eq!(System::of_user_agent(&agent), expected);
    }

    #[test]
    fn suggestions_fit(agent in agent()) {
        let guess = System::of_user_agent(&agent);
        let suggested = guess.suggested();
        prop_assert!(suggested.len() <= MAX_SUGGESTED);
        prop_assert!(suggested.iter().all(|device| device.os == guess && device.esim_supported));
        prop_assert!(suggested.iter().all(|device| TUTORIAL_DEVICES.contains(device)));
    }
}
