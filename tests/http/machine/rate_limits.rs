//! How often a client may make each call.

use std::net::Ipv4Addr;
use std::time::Duration;

use onefare_server::clock::Clock;
use onefare_server::config::Config;
use onefare_server::limits::{Action, By, Row};
use onefare_tests::{Answer, Browser, Data, Shop, start_of_story, twelve_months};
use reqwest::StatusCode;
use serde_json::{Value, json};

pub fn row(action: Action, by: By, times: u32, seconds: u32, shared: bool) -> Row {
    Row { action, by, times: times.try_into().unwrap(), seconds: seconds.try_into().unwrap(), shared }
}

pub async fn shop_with(rows: Vec<Row>) -> Shop {
    start_on(Data::new().await, Clock::manual(start_of_story()), rows).await
}

async fn start_on(data: Data, clock: Clock, rows: Vec<Row>) -> Shop {
    let change = |config: &mut Config| {
        config.limits = rows;
        config.connections.proxies = vec!["127.0.0.1/32".parse().unwrap()];
    };
    Shop::start_set(data, clock, change).await
}

/// A call forwarded by our proxy.
async fn from(shop: &Shop, address: &str, path: &str, body: Option<Value>) -> Answer {
    let url = format!("{}{path}", shop.shop);
    let request = match body {
        Some(body) => shop.http.post(url).header("content-type", "application/json").body(body.to_string()),
        None => shop.http.get(url),
    };
    shop.finish(&mut Browser::default(), request.header("x-forwarded-for", address)).await
}

#[track_caller]
fn limited(answer: &Answer) -> u64 {
    assert_eq!(
        (answer.status, &answer.body["code"]),
        (StatusCode::TOO_MANY_REQUESTS, &json!("rate_limited")),
        "{answer:?}"
    );
    answer.headers["retry-after"].to_str().unwrap().parse().unwrap()
}

/// Makes a call that the row limits, from a client that the row counts separately.
async fn asked(shop: &Shop, action: Action, address: &str, cookie: &str) -> Answer {
    let (path, body) = match action {
        Action::Checkout => {
            ("/api/subscription/get_checkout_link", Some(twelve_months("amal@example.com", "AED", 15_000)))
        }
        Action::Status => ("/api/subscription/verify", Some(json!({ "session_id": "cs_test_none" }))),
        Action::Onboarding => (
            "/api/website/onboarding",
            Some(json!({ "email": "amal@example.com", "selected_device": "ios", "selected_reasons": ["other"] })),
        ),
        Action::EmailChange => {
            ("/api/orders/change-email", Some(json!({ "session_id": "cs_test_none", "email": "amal@example.com" })))
        }
        Action::CspReport => ("/api/csp-report", Some(json!({}))),
        Action::Event => {
            ("/api/events", Some(json!({ "name": "view_content", "event_id": "0123456789abcdef", "page": "/buy" })))
        }
        Action::SignInTry => {
            ("/panel/manage-subscription", Some(json!({ "email": "amal@example.com", "otp": "0000" })))
        }
        Action::Billing => ("/api/account/orders/0000-0000/billing", Some(json!({}))),
        Action::Call => ("/api/esim/bundles", None),
        Action::LimitedCode
        | Action::WrongCode
        | Action::SignInAsk
        | Action::Withdrawal
        | Action::Page
        | Action::ProviderCall
        | Action::Letter => {
            panic!("has a test of its own")
        }
    };
    let request = match body {
        Some(body) => shop.http.post(format!("{}{path}", shop.shop)).json(&body),
        None => shop.http.get(format!("{}{path}", shop.shop)),
    };
    let mut browser = Browser { cookie: Some(format!("buyer={cookie:a>26}")) };
    shop.finish(&mut browser, request.header("x-forwarded-for", address)).await
}

#[tokio::test]
async fn each_row_asks_the_one_to_wait_whom_it_counts_and_the_next_one_not() {
    // Several shops, because rows for all clients and for any call would also count the other cases.
    let narrow = [
        (Action::Checkout, By::Cookie, "192.0.2.1"),
        (Action::Checkout, By::Network, "192.0.3.1"),
        (Action::Status, By::Cookie, "192.0.4.1"),
        (Action::Status, By::Address, "192.0.5.1"),
        (Action::CspReport, By::Address, "192.0.6.1"),
        (Action::Onboarding, By::Cookie, "192.0.7.1"),
        (Action::Onboarding, By::Address, "192.0.8.1"),
        (Action::SignInTry, By::Address, "192.0.9.1"),
        (Action::Event, By::Address, "192.0.10.1"),
        (Action::Event, By::Network, "192.0.11.1"),
        (Action::Billing, By::Address, "192.0.14.1"),
        (Action::EmailChange, By::Cookie, "192.0.12.1"),
        (Action::EmailChange, By::Address, "192.0.13.1"),
    ];
    let wide = [(Action::CspReport, By::Everyone, "192.0.2.1"), (Action::Call, By::Address, "192.0.3.1")];
    let networks = [(Action::Call, By::Network, "192.0.4.1")];
    for cases in [&narrow[..], &wide[..], &networks[..]] {
        // Of eight in memory four may come in a burst; shared rows are counted exactly.
        let row = |(action, by, _): &(Action, By, &str)| match action {
            Action::SignInTry | Action::EmailChange => row(*action, *by, 4, 600, true),
            _ => row(*action, *by, 8, 600, false),
        };
        let shop = shop_with(cases.iter().map(row).collect()).await;
        for &(action, by, home) in cases {
            five_are_one_too_many(&shop, action, by, home.parse().unwrap()).await;
        }
        shop.running.stop().await;
    }
}

async fn five_are_one_too_many(shop: &Shop, action: Action, by: By, home: Ipv4Addr) {
    // The same client by this row's count, and as different as possible by any other row's.
    let near = |n: u32| Ipv4Addr::from_bits(home.to_bits() + n).to_string();
    let far = |n: u32| Ipv4Addr::from_bits(home.to_bits() + (n << 16)).to_string();
    let own = |n: u32| format!("{}x{n}", home.octets()[2]);
    let same = |n: u32| match by {
        By::Cookie => (far(n), own(0)),
        By::Network => (near(n), own(n)),
        By::Everyone => (far(n), own(n)),
        By::Address | By::Email => (near(0), own(n)),
    };
    for n in 0..4 {
        let (address, cookie) = same(n);
        let answer = asked(shop, action, &address, &cookie).await;
        assert_ne!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{action:?} {by:?} {n}");
    }
    let (address, cookie) = same(5);
    let wait = limited(&asked(shop, action, &address, &cookie).await);
    assert!((1..=600).contains(&wait), "{action:?} {by:?}: {wait}");
    let next = asked(shop, action, &far(77), &own(9)).await;
    assert_eq!(next.status == StatusCode::TOO_MANY_REQUESTS, by == By::Everyone, "{action:?} {by:?}: {next:?}");
    let figures = shop.figures().await;
    assert!(!figures.contains(&format!("onefare_limited_total{{action=\"{}\"}} 0\n", action.word())), "{figures}");
    shop.clock.advance(Duration::from_secs(wait));
    let later = asked(shop, action, &address, &cookie).await;
    assert_ne!(later.status, StatusCode::TOO_MANY_REQUESTS, "{action:?} {by:?}: the wait was too short");
}

#[tokio::test]
async fn a_form_that_comes_too_often_is_answered_on_its_page_in_its_language() {
    let shop = shop_with(vec![row(Action::Onboarding, By::Address, 2, 600, false)]).await;
    let send = async || {
        let form = shop.http.post(format!("{}/nl/onboarding", shop.shop)).header("origin", &shop.shop);
        let form = form.header("content-type", "application/x-www-form-urlencoded");
        let body = "selected_device=linux&selected_reasons=other&email=sara%40example.com";
        shop.finish(&mut Browser::default(), form.body(body)).await
    };
    assert_eq!(send().await.status, StatusCode::OK);
    let refused = send().await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.headers.contains_key("retry-after"));
    assert!(refused.text.contains("Dat was te vaak in korte tijd."), "{}", refused.text);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_another_site_makes_a_browser_send_counts_for_nobody() {
    let shop = shop_with(vec![row(Action::SignInTry, By::Address, 2, 600, true)]).await;
    for _ in 0..4 {
        let forged = shop.http.post(format!("{}/panel/manage-subscription", shop.shop));
        let forged = forged.header("origin", "https://elsewhere.example").header("content-type", "text/plain");
        assert_eq!(shop.finish(&mut Browser::default(), forged).await.status, StatusCode::FORBIDDEN);
    }
    assert_eq!(asked(&shop, Action::SignInTry, "127.0.0.1", "own").await.status, StatusCode::OK);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_client_that_begins_payments_without_end_is_asked_to_wait_and_nobody_else_is() {
    let shop = shop_with(vec![row(Action::Checkout, By::Address, 4, 600, false)]).await;
    let begin = async |address: &str, number: u32| {
        let body = twelve_months(&format!("buyer{number}@example.com"), "AED", 15_000);
        from(&shop, address, "/api/subscription/get_checkout_link", Some(body)).await
    };
    for number in 0..2 {
        assert_eq!(begin("2001:db8:1:2::1", number).await.status, StatusCode::OK);
    }
    // Another address of the same network, and one with a forged address in front.
    let wait = limited(&begin("2001:db8:1:2:ffff::9", 2).await);
    limited(&begin("198.51.100.1, 2001:db8:1:2::1", 2).await);
    assert_eq!(begin("2001:db8:1:3::1", 2).await.status, StatusCode::OK, "a neighbour");
    assert_eq!(shop.rows("orders").await, 3);
    let status = from(&shop, "2001:db8:1:2::1", "/api/esim/bundles", None).await;
    assert_eq!(status.status, StatusCode::OK, "other calls have their own limits");
    shop.clock.advance(Duration::from_secs(wait));
    assert_eq!(begin("2001:db8:1:2::1", 4).await.status, StatusCode::OK);
    let figures = shop.figures().await;
    assert!(figures.contains("onefare_limited_total{action=\"checkout\"} 2"), "{figures}");
    shop.running.stop().await;
}

#[tokio::test]
async fn twenty_wrong_codes_an_hour_are_all_that_anybody_tries_also_after_a_restart() {
    let rows = || vec![row(Action::WrongCode, By::Address, 20, 3_600, true)];
    let shop = shop_with(rows()).await;
    let (one, other) = ("192.0.2.1", "192.0.2.2");
    let country = shop.get("/api/esim/bundles").await.body["data"]["countries"][0]["id"].clone();
    let plan = shop.get(&format!("/api/esim/bundle/{country}")).await.body["data"]["refills"][0].clone();
    let at_call = format!("/api/esim/discount-code/wrong/{}", plan["price_usd"]);
    let mut body = twelve_months("amal@example.com", "AED", 15_000);
    body["code"] = json!("wrong");
    for _ in 0..7 {
        let told = from(&shop, one, &at_call, Some(json!({}))).await;
        assert_eq!(told.body["code"], "discount_code_invalid", "{at_call} {told:?}");
        let told = from(&shop, one, "/api/subscription/get_initial_data?discount_code=wrong", None).await;
        assert_eq!(told.body["code_state"], "unknown");
    }
    for _ in 0..3 {
        assert_eq!(from(&shop, one, "/buy?code=wrong", None).await.status, StatusCode::OK);
        let sold = from(&shop, one, "/api/subscription/get_checkout_link", Some(body.clone())).await;
        assert_eq!(sold.status, StatusCode::OK, "at the price that was shown: {sold:?}");
    }
    // After that the client is told nothing about any code, right or wrong; its purchases without a code continue.
    let known = "/api/subscription/get_initial_data?discount_code=SPRING20";
    assert!(limited(&from(&shop, one, known, None).await) <= 3_600);
    limited(&from(&shop, one, &at_call.replace("wrong", "SPRING20"), Some(json!({}))).await);
    limited(&from(&shop, one, "/api/subscription/get_checkout_link", Some(body.clone())).await);
    let plain = from(&shop, one, "/buy", None).await.text;
    let with_code = from(&shop, one, "/buy?code=SPRING20", None).await.text;
    assert_eq!(with_code.contains("SPRING20"), plain.contains("SPRING20"), "the page tells nothing either");
    let full = twelve_months("amal@example.com", "AED", 15_000);
    assert_eq!(from(&shop, one, "/api/subscription/get_checkout_link", Some(full)).await.status, StatusCode::OK);
    assert_eq!(from(&shop, other, known, None).await.body["code_state"], "applied");
    // Another server, or this one after a restart, applies the limit after the next wrong code.
    let Shop { running, data, clock, .. } = shop;
    running.stop().await;
    let shop = start_on(data, clock, rows()).await;
    from(&shop, one, &at_call, Some(json!({}))).await;
    limited(&from(&shop, one, known, None).await);
    shop.clock.advance(Duration::from_secs(3_600));
    assert_eq!(from(&shop, one, known, None).await.body["code_state"], "applied");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_code_of_few_uses_is_not_kept_by_one_client_alone() {
    let shop = shop_with(vec![row(Action::LimitedCode, By::Address, 4, 900, false)]).await;
    let code = "\n[[code]]\ncode = \"FEW\"\npercent = \"10\"\nterm = \"every\"\nusage_limit = 4\n";
    let demo = onefare_server::catalogue::parse(&format!("{}{code}", onefare_server::catalogue::DEMO)).unwrap();
    onefare_server::catalogue::apply(&shop.running.app.store, &demo, shop.clock.now()).await.unwrap();
    shop.running.app.refresh_prices().await.unwrap();
    let begin = async |address: &str, number: u32| {
        let mut body = twelve_months(&format!("buyer{number}@example.com"), "AED", 13_500);
        body["code"] = json!("FEW");
        from(&shop, address, "/api/subscription/get_checkout_link", Some(body)).await
    };
    for number in 0..2 {
        assert_eq!(begin("192.0.2.1", number).await.status, StatusCode::OK);
    }
    limited(&begin("192.0.2.1", 2).await);
    assert_eq!(begin("192.0.2.2", 3).await.status, StatusCode::OK, "two are left for others");
    shop.running.stop().await;
}

#[tokio::test]
async fn who_has_many_pages_drawn_for_nobody_else_draws_them_in_the_browser() {
    let shop = shop_with(vec![row(Action::Page, By::Address, 4, 600, false)]).await;
    let is_drawn = |page: &Answer| !page.text.contains("<div id=\"root\"></div>");
    for number in 0..2 {
        let found = from(&shop, "192.0.2.1", &format!("/esim/countries?q=spa{number}"), None).await;
        assert_eq!((found.status, is_drawn(&found)), (StatusCode::OK, true));
    }
    let found = from(&shop, "192.0.2.1", "/esim/countries?q=spain", None).await;
    assert_eq!((found.status, is_drawn(&found)), (StatusCode::OK, false));
    assert!(found.text.contains("\"query\":\"spain\""), "it holds what the browser draws");
    // A form of the same client; the pages of every visitor, and of unknown addresses, are already rendered.
    let form = shop.http.post(format!("{}/withdrawal", shop.shop)).header("origin", &shop.shop);
    let form = form.header("content-type", "application/x-www-form-urlencoded").header("x-forwarded-for", "192.0.2.1");
    let answered = shop.finish(&mut Browser::default(), form.body("order_number=1&email=x&name=")).await;
    assert!(!is_drawn(&answered), "{}", answered.status);
    for path in ["/esim/countries", "/buy", "/esim/bundle/x", "/x-special", "/nowhere"] {
        assert!(is_drawn(&from(&shop, "192.0.2.1", path, None).await), "{path}");
    }
    assert!(is_drawn(&from(&shop, "192.0.2.2", "/esim/countries?q=spain", None).await), "a neighbour");
    assert!(shop.figures().await.contains("onefare_limited_total{action=\"page\"} 2"));
    shop.running.stop().await;
}

#[tokio::test]
async fn reports_of_blocked_scripts_are_counted_and_few_of_them_logged() {
    let log = onefare_tests::Log::listen();
    let shop = shop_with(Vec::new()).await;
    for number in 0..40 {
        let report =
            json!({ "csp-report": { "violated-directive": format!("script-src {number}"), "blocked-uri": "x" } });
        let answer = from(&shop, "192.0.2.1", "/api/csp-report", Some(report)).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT);
    }
    assert!(shop.figures().await.contains("onefare_csp_reports_total 40"));
    assert_eq!(log.take().matches("content security policy blocked").count(), 6);
    shop.running.stop().await;
}
