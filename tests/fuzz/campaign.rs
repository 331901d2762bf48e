//! The offer in an address: sales, partners, packages, codes.

use onefare_core::campaign::{Campaign, MAX_SLUG, OfferPage, package_title, partner_name};
use onefare_core::discount::FoldedCode;
use onefare_core::trial::CODE;
use onefare_core::typed_text::is_blank;

targets! {
    "campaign" made of ["/", "sale-", "-special", "a", "-", "1", " ", "Z", "trial", "TRIAL"];

    paths asks [OfferPage::of_path], where |text| {
        for path in [text, &format!("/{text}-special"), &format!("/sale-{text}")] {
            let Some(page) = OfferPage::of_path(path) else { continue };
            is_slug(page.code());
            let written = match page {
                OfferPage::Sale(code) => format!("/sale-{code}"),
                OfferPage::Partner(slug) => format!("/{slug}-special"),
            };
            assert_eq!(OfferPage::of_path(&written), Some(page));
        }
    };

    queries asks [partner_name, package_title, Campaign::parse], where |text| {
        if let Some(name) = partner_name(text) {
            is_slug(text);
            assert_eq!(name.to_ascii_lowercase().replace(' ', "-"), text);
        }
        if let Some(title) = package_title(text) {
            assert_eq!(title, format!("{text}-month"));
        }
        let campaign = Campaign::parse(text);
        assert_eq!(campaign == Campaign::None, is_blank(text));
        assert_eq!(campaign.listed(), FoldedCode::parse(text).as_ref(), "what can be a code is looked up");
        assert_eq!(campaign == Campaign::Trial, campaign.listed() == Some(&CODE));
        assert!(campaign.discount().is_none_or(|code| Campaign::parse(code.as_str()) == campaign));
    };
}

fn is_slug(text: &str) {
    assert!((1..=MAX_SLUG).contains(&text.len()) && !text.contains("--"));
    assert!(!text.starts_with('-') && !text.ends_with('-'));
    assert!(text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
}
