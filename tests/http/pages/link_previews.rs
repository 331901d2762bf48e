//! Link previews in messengers and networks: every page that search engines list names a picture in its language, and
//! the picture exists.

use std::collections::BTreeSet;

use onefare_server::pages::page_row::Audience;
use onefare_server::pages::registry::PAGES;
use onefare_tests::Shop;
use reqwest::StatusCode;

/// Largest picture, in bytes.
const LIMIT: usize = 60_000;

/// The raw `content` of a meta element.
fn meta<'page>(html: &'page str, name: &str) -> Option<&'page str> {
    let (_, rest) = html.split_once(&format!("=\"{name}\" content=\""))?;
    rest.split_once('"').map(|(content, _)| content)
}

#[tokio::test]
async fn every_listed_page_names_a_picture_in_its_language() {
    let shop = Shop::start().await;
    let mut pictures = BTreeSet::new();
    for row in PAGES.iter().filter(|row| row.indexed) {
        for link in shop.running.app.site.languages().links(row.area, &row.path_with(row.example)) {
            let html = shop.get(&link.href).await.text;
            let of = |name| meta(&html, name).unwrap_or_else(|| panic!("{}: {name}", link.href));
            assert_eq!(of("og:url"), format!("{}{}", shop.shop, link.href));
            assert_eq!((of("og:type"), of("twitter:card")), ("website", "summary_large_image"), "{}", link.href);
            assert_eq!((of("og:image:width"), of("og:image:height")), ("1200", "630"), "{}", link.href);
            assert_eq!(&of("og:locale")[..2], link.language.code());
            assert!(of("og:image:alt").len() > of("og:site_name").len() + 2, "{}", of("og:image:alt"));
            assert!(!of("og:title").is_empty() && !of("og:description").is_empty());
            let picture = of("og:image").strip_prefix(&format!("{}/share/", shop.shop)).unwrap();
            assert!(picture.contains(&format!("-{}-", link.language.code())), "{}: {picture}", link.href);
            pictures.insert(picture.to_owned());
        }
    }
    assert_eq!(pictures.len() % 5, 0, "each family has all languages: {pictures:?}");
    for picture in pictures {
        let address = format!("{}/share/{picture}", shop.shop);
        let answer = reqwest::get(&address).await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{address}");
        let header = |name: &str| answer.headers()[name].to_str().unwrap();
        assert_eq!(header("content-type"), "image/png");
        assert_eq!(header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(header("cross-origin-resource-policy"), "cross-origin");
        let bytes = answer.bytes().await.unwrap();
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{address}");
        assert_eq!((number(16), number(20)), (1200, 630), "{address}");
        assert!(bytes.len() <= LIMIT, "{address} has {} bytes", bytes.len());
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn a_picture_of_earlier_leads_to_the_one_of_today() {
    let shop = Shop::start().await;
    let page = shop.get("/ar/trial").await;
    let address = meta(&page.text, "og:image").unwrap();
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let head = client.head(address).send().await.unwrap();
    assert_eq!((head.status(), &head.headers()["content-type"]), (StatusCode::OK, &"image/png".parse().unwrap()));

    let old = client.get(format!("{}/share/trial-ar-0123456789abcdef.png", shop.shop)).send().await.unwrap();
    assert_eq!(old.status(), StatusCode::TEMPORARY_REDIRECT);
    assert_eq!(format!("{}{}", shop.shop, old.headers()["location"].to_str().unwrap()), address);
    for nothing in ["trial-ar", "trial-xx-0123456789abcdef.png", "nobody-ar-0123456789abcdef.png", "manifest.json"] {
        let answer = client.get(format!("{}/share/{nothing}", shop.shop)).send().await.unwrap();
        assert_eq!(
            (answer.status(), &answer.headers()["cache-control"]),
            (StatusCode::NOT_FOUND, &"no-store".parse().unwrap())
        );
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn what_belongs_to_one_buyer_has_no_picture() {
    let shop = Shop::start().await;
    for row in PAGES.iter().filter(|row| row.audience == Audience::OneBuyer) {
        let page = shop.get(row.path).await;
        assert_eq!(meta(&page.text, "og:image"), None, "{}", row.path);
        assert_eq!(meta(&page.text, "twitter:card"), Some("summary"), "{}", row.path);
    }
    shop.running.stop().await;
}
