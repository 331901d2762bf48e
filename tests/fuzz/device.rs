//! User agents.

use onefare_core::device::{MAX_SUGGESTED, System};

targets! {
    "device" made of ["iPhone", "iP", "Windows Phon", "android", "a", "\u{130}"];

    user_agents asks [System::of_user_agent], where |text| {
        let system = System::of_user_agent(text);
        assert_eq!(System::of_user_agent(&text.to_ascii_uppercase()), system, "case does not matter");
        let devices = system.suggested();
        assert!(devices.len() <= MAX_SUGGESTED && devices.iter().all(|device| device.os == system));
    };
}
