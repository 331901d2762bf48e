//! Pages: real prices in the first byte, the right head, headers and language.

use onefare_core::language::Language;
use onefare_server::pages::language::local;
use onefare_server::pages::page_row::Audience;
use onefare_server::pages::registry::PAGES;
use onefare_tests::{Browser, Shop};
use reqwest::{Method, StatusCode};

#[tokio::test]
async fn the_buy_page_has_its_prices_in_the_first_byte() {
    let shop = Shop::start().await;
    let page = shop.get("/buy?package=12&code=SPRING20").await;
    assert_eq!(page.status, StatusCode::OK);
    let html = page.text.split("<script type=\"application/json\"").next().unwrap();
    for text in [
        "120.00",
        "10.00",
        "Buy Now",
        "All Plans Include",
        "Trusted by 1 Million Users",
        "/terms",
        "/privacy-policy",
        "/support",
    ] {
        assert!(html.contains(text), "{text} is missing from the drawn page");
    }
    assert!(html.contains("<html lang=\"en\" dir=\"ltr\""), "{}", &html[..200]);
    assert!(html.contains("noindex"), "a page with a code is not for search engines");
    assert!(!html.contains(" style="), "the content security policy forbids inline styles");
    let plain = shop.get("/buy").await;
    assert!(plain.text.contains("rel=\"canonical\"") && !plain.text.contains("noindex"));
    shop.running.stop().await;
}

#[tokio::test]
async fn arabic_is_right_to_left_from_the_first_byte() {
    let shop = Shop::start().await;
    let page = shop.get("/ar/buy").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("<html lang=\"ar\" dir=\"rtl\""));
    assert!(page.text.contains("د.إ."));
    assert!(page.text.contains("hreflang=\"ar\"") && page.text.contains("hreflang=\"x-default\""));
    let english = shop.get("/en/buy").await;
    assert!(english.text.contains(&format!("<link rel=\"canonical\" href=\"{}/buy\"", shop.shop)), "bare is canonical");
    let mut browser = Browser { cookie: Some("selectedLanguage=ar".to_owned()) };
    let sent = shop.send(&mut browser, Method::GET, "/buy?package=12", None).await;
    assert_eq!((sent.status, sent.headers["location"].to_str().unwrap()), (StatusCode::FOUND, "/ar/buy?package=12"));
    assert_eq!(sent.headers["cache-control"], "no-store");
    shop.running.stop().await;
}

#[tokio::test]
async fn unknown_addresses_are_404_and_show_their_path_as_text() {
    let shop = Shop::start().await;
    let page = shop.get("/no/such/%3Cscript%3Ealert(1)%3C/script%3E").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert!(!page.text.contains("<script>alert"), "the path is text");
    assert!(page.text.contains("noindex") && page.text.contains("/no/such/"));
    let asset = shop.get("/assets/nothing.js").await;
    assert_eq!(asset.status, StatusCode::NOT_FOUND);
    shop.running.stop().await;
}

#[tokio::test]
async fn unknown_addresses_are_drawn_once_and_each_names_its_own_path() {
    let shop = Shop::start().await;
    let data_of = |html: &str| -> serde_json::Value {
        let (_, rest) = html.split_once("<script type=\"application/json\" id=\"page\">").unwrap();
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
    };
    shop.get("/the-first").await;
    let drawn = shop.running.app.site.cache().counts();
    for (path, named) in
        [("/no/such/page", "/no/such/page"), ("/%22%3C%5C'%26", "/\"<\\'&"), ("/the-first", "/the-first")]
    {
        let page = shop.get(path).await;
        assert_eq!(
            (page.status, &page.headers["cache-control"]),
            (StatusCode::NOT_FOUND, &"no-store".parse().unwrap())
        );
        assert_eq!(data_of(&page.text)["content"]["path"], named, "{}", page.text);
        assert!(!page.text.contains("onefare-unknown-path"), "{}", page.text);
    }
    assert_eq!(shop.running.app.site.cache().counts().misses, drawn.misses, "not drawn again");
    shop.running.stop().await;
}

/// Addresses that are not in the registry.
const OTHERS: [&str; 9] = [
    "/ar",
    "/nothing",
    "/payment-success?session_id=x",
    "/api/subscription/get_initial_data",
    "/api/nothing",
    "/assets/nothing",
    "/openapi.json",
    "/robots.txt",
    "/sitemap.xml",
];

#[tokio::test]
async fn every_answer_carries_the_headers() {
    let shop = Shop::start().await;
    let rows = PAGES.iter().flat_map(|row| {
        let is_private = row.audience == Audience::OneBuyer;
        [row.area.bare_language(), Language::Ar].map(|language| {
            let path = local(row.area, language, &row.path_with(row.example));
            (path, Some(StatusCode::OK), is_private)
        })
    });
    let others = OTHERS.map(|path| (path.to_owned(), None, path.starts_with("/api/") || path.contains("session_id")));
    for (path, status, is_private) in rows.chain(others) {
        let answer = shop.get(&path).await;
        assert!(!answer.status.is_server_error(), "{path}: {answer:?}");
        assert!(status.is_none_or(|status| answer.status == status), "{path}: {}", answer.status);
        let header = |name: &str| answer.headers.get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
        let policy = header("content-security-policy");
        for part in ["default-src 'none'", "'wasm-unsafe-eval'", "frame-ancestors 'none'", "base-uri 'none'"] {
            assert!(policy.contains(part), "{path}: {part} in {policy}");
        }
        assert!(!policy.contains("unsafe-inline"), "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert!(!header("referrer-policy").is_empty() && !header("x-request-id").is_empty(), "{path}");
        if is_private {
            let private = (header("cache-control"), header("referrer-policy"));
            assert_eq!(private, ("no-store".to_owned(), "no-referrer".to_owned()), "{path}");
        }
        assert!(answer.headers.get("server").is_none(), "{path}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn cached_pages_follow_a_code_that_ends_and_prices_that_change() {
    let shop = Shop::start().await;
    let first = shop.get("/buy").await;
    let again = shop
        .finish(
            &mut Browser::default(),
            shop.http.get(format!("{}/buy", shop.shop)).header("if-none-match", first.headers["etag"].clone()),
        )
        .await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert_eq!(first.headers["cache-control"], "no-cache");
    let description = shop.get("/openapi.json").await;
    assert!(description.body["paths"]["/api/subscription/verify"]["post"].is_object());
    shop.running.stop().await;
}

/// A price book that lost a price after loading: no page may show a wrong figure, none may be cached, and the shop
/// recovers.
#[tokio::test]
async fn prices_that_cannot_be_computed_are_503_and_not_kept() {
    let shop = Shop::start().await;
    // While this lock is held, the shop does not reload its prices.
    let held = shop.running.app.refreshing.lock().await;
    let right = shop.running.app.prices.load_full();
    let mut damaged = (*right).clone();
    std::sync::Arc::make_mut(&mut damaged.book).plans[0].prices.clear();
    damaged.revision += 1;
    shop.running.app.prices.store(std::sync::Arc::new(damaged.clone()));
    for _ in 0..2 {
        let page = shop.get("/ar/buy").await;
        assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(
            (&page.headers["cache-control"], &page.headers["retry-after"]),
            (&"no-store".parse().unwrap(), &"60".parse().unwrap())
        );
        assert!(page.text.contains("<html lang=\"ar\" dir=\"rtl\"") && page.text.contains("noindex"));
        assert!(page.text.contains("mailto:support@"), "a way to write to support");
    }
    assert_eq!(shop.get("/terms").await.status, StatusCode::OK, "pages without prices go on");
    damaged.book = right.book.clone();
    shop.running.app.prices.store(std::sync::Arc::new(damaged));
    assert_eq!(shop.get("/ar/buy").await.status, StatusCode::OK, "nothing of the damage was kept");
    drop(held);
    shop.running.stop().await;
}

/// Browsers over plain http, many proxies and most link previews accept gzip and no brotli.
#[tokio::test]
async fn a_client_without_brotli_gets_less_than_half_of_the_bytes() {
    let shop = Shop::start().await;
    let page = shop.get("/buy").await.text;
    let script = page.split("data-entry=\"").nth(1).unwrap().split('"').next().unwrap();
    for path in [
        "/buy",
        "/ar/esim/countries",
        "/sitemap.xml",
        "/openapi.json",
        "/api/esim/bundles",
        "/api/subscription/get_initial_data",
        script,
    ] {
        let mut sizes = Vec::new();
        for (accepted, sent) in [("identity", None), ("gzip", Some("gzip")), ("gzip, br", Some("br"))] {
            let request = shop.http.get(format!("{}{path}", shop.shop)).header("accept-encoding", accepted);
            let answer = request.send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::OK, "{path}");
            let encoding = answer.headers().get("content-encoding").map(|value| value.to_str().unwrap().to_owned());
            assert_eq!(encoding.as_deref(), sent, "{path}");
            let vary = answer.headers()["vary"].to_str().unwrap();
            assert!(vary.contains("Accept-Encoding"), "{path}: {vary}");
            sizes.push(answer.bytes().await.unwrap().len());
        }
        assert!(sizes[1] * 2 < sizes[0] && sizes[2] <= sizes[1], "{path}: {sizes:?}");
    }
    shop.running.stop().await;
}

/// People and chats add slashes to addresses, and the query is what they meant to send.
#[tokio::test]
async fn a_slash_too_many_leads_to_the_page_with_its_query() {
    let shop = Shop::start().await;
    for (path, location) in [
        ("/buy/", "/buy"),
        ("/buy/?code=SPRING20&package=12", "/buy?code=SPRING20&package=12"),
        ("/nl/buy/", "/nl/buy"),
        ("/esim/bundle/1/", "/esim/bundle/1"),
        ("/flash-sale-phrase/", "/flash-sale-phrase"),
        ("/quietharbor-special/", "/quietharbor-special"),
        ("/panel/", "/panel"),
    ] {
        let answer = shop.get(path).await;
        assert_eq!(answer.status, StatusCode::PERMANENT_REDIRECT, "{path}");
        assert_eq!(answer.headers["location"], location, "{path}");
        let page = shop.get(location).await;
        assert_eq!(page.status, StatusCode::OK, "{location}");
    }
    for path in
        ["/nothing/", "/buy//", "//elsewhere.example/", "//x-special/", "//x-sale-y/", "/nl//elsewhere.example/"]
    {
        assert_eq!(shop.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    for path in ["/", "/ar/"] {
        assert_eq!(shop.get(path).await.status, StatusCode::OK, "{path}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn a_phone_gets_an_icon_for_its_home_screen() {
    let shop = Shop::start().await;
    for path in ["/apple-touch-icon.png", "/apple-touch-icon-precomposed.png"] {
        let answer = shop.http.get(format!("{}{path}", shop.shop)).send().await.unwrap();
        assert_eq!(
            (answer.status(), answer.headers()["content-type"].to_str().unwrap()),
            (StatusCode::OK, "image/png")
        );
        let bytes = answer.bytes().await.unwrap();
        // The head of a PNG: its signature, then width and height.
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{path}");
        let side = |from: usize| u32::from_be_bytes(bytes[from..from + 4].try_into().unwrap());
        assert_eq!((side(16), side(20)), (180, 180), "{path}");
    }
    shop.running.stop().await;
}
