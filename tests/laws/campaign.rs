//! Campaigns: whatever an address says, only plain words come out of it.

use onefare_core::campaign::{Campaign, MAX_SLUG, OfferPage, package_title, partner_name};
use onefare_core::discount::FoldedCode;
use proptest::prelude::*;

fn slug() -> impl Strategy<Value = String> {
    "[a-z0-9]{1,10}(-[a-z0-9]{1,10}){0,2}"
}

/// Paths that almost name a campaign.
fn nearly() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => Just("sale-".to_owned()),
        3 => Just("-special".to_owned()),
        3 => slug(),
        2 => "[/ -._%?A-Z]".prop_map(String::from),
        1 => "[\u{0}\u{200B}\u{200F}\u{202E}\u{430}é٣ａ]",
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| format!("/{}", pieces.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn only_plain_words_come_out(path in prop_oneof![any::<String>(), nearly()]) {
        let Some(page) = OfferPage::of_path(&path) else { return Ok(()) };
        let code = page.code();
        prop_assert!((1..=MAX_SLUG).contains(&code.len()) && path.contains(code));
        prop_assert!(code.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
        prop_assert!(!code.starts_with('-') && !code.ends_with('-') && !code.contains("--"));
        let folded = FoldedCode::parse(code);
        prop_assert_eq!(folded.as_ref().map(FoldedCode::as_str), Some(code), "it is a code as it stands");
        let campaign = Campaign::parse(code);
        prop_assert_eq!(campaign.listed(), folded.as_ref());
    }

    #[test]
    fn a_sale_is_found_behind_any_word(before in "[a-z-]{0,12}", code in slug()) {
        prop_assume!(!before.contains("sale-"));
        let path = format!("/{before}sale-{code}");
        prop_assert_eq!(OfferPage::of_path(&path), Some(OfferPage::Sale(&code)));
    }

    #[test]
    fn a_partner_is_found(slug in slug()) {
        prop_assume!(!slug.contains("sale-") && !slug.ends_with("sale"));
        let path = format!("/{slug}-special");
        prop_assert_eq!(OfferPage::of_path(&path), Some(OfferPage::Partner(&slug)));
    }

    #[test]
    fn a_name_is_its_slug_in_words(slug in slug()) {
        let name = partner_name(&slug).unwrap();
        prop_assert_eq!(name.to_ascii_lowercase().replace(' ', "-"), slug);
        prop_assert!(name.split(' ').all(|word| !word.starts_with(|first: char| first.is_ascii_lowercase())));
    }

    #[test]
    fn nothing_but_a_slug_has_a_name(text in prop_oneof![any::<String>(), "[a-zA-Z0-9 _-]{0,40}"]) {
        if partner_name(&text).is_some() {
            let path = format!("/sale-{text}");
            prop_assert_eq!(OfferPage::of_path(&path), Some(OfferPage::Sale(&text)));
        }
    }

    #[test]
    fn a_package_is_a_number_of_months(months in 1_u32..1000, text in any::<String>()) {
        prop_assert_eq!(package_title(&months.to_string()), Some(format!("{months}-month")));
        if let Some(title) = package_title(&text) {
            prop_assert_eq!(title, format!("{text}-month"));
        }
    }
}
