//! What an address asks for: sales, partners, packages, codes.

use onefare_core::campaign::{Campaign, MAX_SLUG, code_of, package_title, partner_name};

targets! {
    "campaign" made of ["/", "sale-", "-special", "a", "-", "1", " ", "Z"];

    paths asks [Campaign::of_path], where |text| {
        for path in [text, &format!("/{text}-special"), &format!("/sale-{text}")] {
            let Some(campaign) = Campaign::of_path(path) else { continue };
            is_slug(campaign.code());
            let written = match campaign {
                Campaign::Sale(code) => format!("/sale-{code}"),
                Campaign::Partner(slug) => format!("/{slug}-special"),
            };
            assert_eq!(Campaign::of_path(&written), Some(campaign));
        }
    };

    queries asks [partner_name, package_title, code_of], where |text| {
        if let Some(name) = partner_name(text) {
            is_slug(text);
            assert_eq!(name.to_ascii_lowercase().replace(' ', "-"), text);
        }
        if let Some(title) = package_title(text) {
            assert_eq!(title, format!("{text}-month"));
        }
        if let Some(code) = code_of(text) {
            assert!(!code.is_empty() && code.trim() == code && text.contains(code));
            assert_eq!(code_of(code), Some(code));
        }
    };
}

fn is_slug(text: &str) {
    assert!((1..=MAX_SLUG).contains(&text.len()) && !text.contains("--"));
    assert!(!text.starts_with('-') && !text.ends_with('-'));
    assert!(text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
}
