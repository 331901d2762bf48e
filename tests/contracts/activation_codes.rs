//! Our parser of activation codes against the published cases, where they are available.

use onefare_core::delivery::ActivationCode;
use serde_json::json;

use crate::official::official;

#[test]
fn codes_are_read_as_published() {
    let Some(vectors) = official("esim-vectors.json") else { return };
    let cases = vectors["activation_codes"].as_array().expect("a list of codes");
    assert!(cases.len() >= 10, "{} cases", cases.len());
    for case in cases {
        let text = case["input"].as_str().expect("a code");
        let read = ActivationCode::parse(text).map(|code| {
            json!({
                "smdp": code.smdp_address(),
                "matching_id": code.matching_id(),
                "oid": code.oid(),
                "confirmation_code_required": code.confirmation_required(),
            })
        });
        assert_eq!(read.is_some(), case["valid"], "{text}");
        for (name, value) in read.iter().flat_map(|read| read.as_object().expect("an object")) {
            assert_eq!(value, &case[name], "{name} of {text}");
        }
    }
}
