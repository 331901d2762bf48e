//! Runs libFuzzer on one target: the one that `ONEFARE_FUZZ` names. With any other name it lists them.

#![no_main]

use std::env;
use std::process::exit;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use onefare_fuzz::{Target, targets};

/// A mistake that random texts never hit and only coverage leads to: it shows whether the fuzzer works.
static PLANTED: Target = Target {
    name: "planted",
    asked: &[],
    laws: |text| {
        let found = text.bytes().zip(*b"mistake").take_while(|(byte, wanted)| byte == wanted).count();
        // One branch per letter, so that each correct letter adds coverage.
        for letters in 1..=7 {
            if found < letters {
                return;
            }
        }
        panic!("the planted mistake was found");
    },
};

static CHOSEN: OnceLock<&'static Target> = OnceLock::new();

fn chosen() -> &'static Target {
    CHOSEN.get_or_init(|| {
        let wanted = env::var("ONEFARE_FUZZ").unwrap_or_default();
        targets().chain([&PLANTED]).find(|target| target.name == wanted).unwrap_or_else(|| {
            targets().for_each(|target| println!("{}", target.name));
            exit(2)
        })
    })
}

fuzz_target!(init: { chosen(); }, |bytes: &[u8]| {
    (chosen().laws)(&String::from_utf8_lossy(bytes));
});
