//! Malformed connections: invalid heads, missing bodies, foreign hosts.

use std::time::Duration;

use onefare_server::clock::Clock;
use onefare_tests::{Browser, Data, Log, Shop, start_of_story, twelve_months};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::payment::webhooks;

/// Sends these bytes and reads until the shop closes.
async fn sent(address: std::net::SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    let reading = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
    reading.expect("the shop answers and closes").unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

fn must_be(answer: &str, status: u16) {
    assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{status}: {answer}");
    for header in
        ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff", "cache-control: no-store"]
    {
        assert!(answer.contains(header), "{header} in\n{answer}");
    }
}

#[tokio::test]
async fn a_refusal_below_the_routes_carries_the_headers_too() {
    let shop = Shop::start().await;
    let long = format!("GET /{} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n", "a".repeat(20_000));
    must_be(&sent(shop.running.address, b"this is no HTTP\r\n\r\n").await, 400);
    let told = sent(shop.running.address, long.as_bytes()).await;
    must_be(&told, if told.contains(" 414 ") { 414 } else { 431 });
    let many = format!("GET /buy HTTP/1.1\r\nhost: 127.0.0.1\r\nx: {}\r\n\r\n", "a".repeat(20_000));
    must_be(&sent(shop.running.address, many.as_bytes()).await, 431);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_request_names_one_host() {
    let shop = Shop::start().await;
    for hosts in ["", "host: 127.0.0.1\r\nhost: evil.example\r\n", "host: \r\n", "host: a b\r\n"] {
        for path in ["/buy", "/api/subscription/get_initial_data"] {
            let request = format!("GET {path} HTTP/1.1\r\n{hosts}connection: close\r\n\r\n");
            let answer = sent(shop.running.address, request.as_bytes()).await;
            assert!(answer.starts_with("HTTP/1.1 400 "), "{hosts:?} {path}: {answer}");
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn figures_are_told_under_our_own_names_only() {
    let shop = Shop::start().await;
    for path in ["/metrics", "/readyz", "/healthz"] {
        for (host, status) in [("127.0.0.1:8081", 200), ("localhost", 200), ("evil.example", 421), ("", 400)] {
            let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
            let answer = sent(shop.running.ops, request.as_bytes()).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{path} {host}: {answer}");
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn the_sandbox_is_only_for_the_person_at_this_machine() {
    let shop = Shop::start().await;
    let sandbox: std::net::SocketAddr = shop.sandbox.trim_start_matches("http://").parse().unwrap();
    let session = Shop::session_of(
        &shop.checkout(&mut Browser::default(), twelve_months("amal@example.com", "AED", 15000)).await,
    );
    let pay = format!("/pay/{session}");
    let asked = async |address, what: &str, more: &str| {
        let request = format!("{what} HTTP/1.1\r\n{more}content-length: 0\r\nconnection: close\r\n\r\n");
        sent(address, request.as_bytes()).await[9..12].parse::<u16>().unwrap()
    };
    for (address, path) in [
        (sandbox, "/control/ledger"),
        (sandbox, pay.as_str()),
        (shop.running.address, "/sandbox/mailbox"),
        (shop.running.address, "/sandbox/mailbox.json"),
    ] {
        assert_eq!(asked(address, &format!("GET {path}"), "host: 127.0.0.1\r\n").await, 200, "{path}");
        assert_eq!(asked(address, &format!("GET {path}"), "host: rebound.example\r\n").await, 421, "{path}");
    }
    let post = format!("POST {pay}/decline");
    for page in ["origin: http://evil.example\r\n", "origin: null\r\n", "sec-fetch-site: cross-site\r\n"] {
        assert_eq!(asked(sandbox, &post, &format!("host: {sandbox}\r\n{page}")).await, 403, "{page}");
        let control = format!("POST /control/sessions/{session}/pay");
        assert_eq!(asked(sandbox, &control, &format!("host: {sandbox}\r\n{page}")).await, 403, "{page}");
    }
    let own = format!("host: {sandbox}\r\norigin: http://{sandbox}\r\nsec-fetch-site: same-origin\r\n");
    assert_ne!(asked(sandbox, &post, &own).await, 403);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_cannot_be_done_at_an_address_is_said_with_what_can() {
    let shop = Shop::start().await;
    for (method, path) in
        [("POST", "/buy"), ("DELETE", "/nowhere"), ("PUT", "/api/subscription/verify"), ("GET", "/webhooks/stripe")]
    {
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        let answer = shop.http.request(method, format!("{}{path}", shop.shop)).send().await.unwrap();
        assert_eq!(answer.status(), 405, "{path}");
        assert!(!answer.headers()["allow"].is_empty(), "{path}");
    }
    let missing = shop.get("/payment-sucess?session_id=cs_test_1").await;
    assert_eq!((missing.status.as_u16(), &missing.headers["referrer-policy"]), (404, &"no-referrer".parse().unwrap()));
    shop.running.stop().await;
}

/// The body's limit is ten seconds, and the limit of silence before the first byte five: these wait in parallel.
#[tokio::test]
async fn what_does_not_come_is_not_waited_for() {
    let shop = Shop::start().await;
    let (address, ops) = (shop.running.address, shop.running.ops);
    let slow = |path: &str, more: &str| {
        format!("POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 20\r\nconnection: close\r\n{more}\r\n{{")
    };
    let json = "content-type: application/json\r\n";
    let calls = [
        slow("/api/subscription/verify", json),
        slow("/api/subscription/get_checkout_link", json),
        slow("/webhooks/stripe", "stripe-signature: t=1,v1=00\r\n"),
        slow("/webhooks/mollie", ""),
        slow("/api/csp-report", json),
    ];
    let mut waiting = tokio::task::JoinSet::new();
    for call in calls {
        waiting.spawn(async move {
            let answer = sent(address, call.as_bytes()).await;
            assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("body_too_slow"), "{call}\n{answer}");
        });
    }
    // Silent connections on both ports, and ones that begin like HTTP/2 or a request and then stop.
    for (address, said) in [(address, &b""[..]), (ops, b""), (address, b"PRI * "), (address, b"GET /buy")] {
        waiting.spawn(async move {
            let told = sent(address, said).await;
            assert!(told.is_empty() || told.starts_with("HTTP/1.1 408 "), "{said:?}: {told}");
        });
    }
    while let Some(done) = waiting.join_next().await {
        done.unwrap();
    }
    let figures = shop.figures().await;
    assert!(figures.contains("onefare_connection_ends_total{port=\"shop\",why=\"silent\"} 2"), "{figures}");
    assert!(figures.contains("onefare_connections{port=\"ops\"} "), "{figures}");
    shop.running.stop().await;
}

/// Sends a POST with an announced body, except its last byte.
async fn half_sent(shop: &Shop, path: &str, sender: &str, size: usize) -> TcpStream {
    let mut stream = TcpStream::connect(shop.running.address).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: {sender}\r\ncontent-type: application/json\r\n\
         stripe-signature: t=1,v1=00\r\ncontent-length: {size}\r\n\r\n"
    );
    // Fails where the shop has already closed the connection.
    let _ = stream.write_all(&[head.as_bytes(), &vec![b' '; size - 1]].concat()).await;
    stream
}

/// Sells a plan and accepts a signed webhook event, as usual.
async fn sells_and_listens(shop: &Shop, email: &str) {
    let sold = shop.checkout(&mut Browser::default(), twelve_months(email, "AED", 15000)).await;
    assert_eq!(sold.status, 200, "{sold:?}");
    let event = serde_json::json!({ "id": format!("evt_{email}"), "object": "event", "created": 1, "livemode": false,
        "type": "something.new", "data": { "object": { "id": "x_1", "object": "something" } } })
    .to_string();
    let now = shop.clock.now().timestamp();
    let signed = format!("t={now},v1={}", webhooks::signature(webhooks::SECRET, now, &event));
    let heard = webhooks::send(shop, Some(signed), &event).await;
    assert_eq!(heard.status, 200, "{heard:?}");
}

#[tokio::test]
async fn bodies_that_one_client_holds_open_stop_nobody() {
    let log = Log::listen();
    let shop = Shop::start_set(Data::new().await, Clock::manual(start_of_story()), |config| {
        config.connections.proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let mut held = Vec::new();
    for _ in 0..40 {
        held.push(half_sent(&shop, "/webhooks/stripe", "203.0.113.9", 256 * 1024).await);
    }
    sells_and_listens(&shop, "amal@example.com").await;
    // Forms and calls have slots of their own; there too, this client's own requests are served.
    for _ in 0..40 {
        held.push(half_sent(&shop, "/api/subscription/verify", "127.0.0.1", 16 * 1024).await);
    }
    sells_and_listens(&shop, "badr@example.com").await;
    let told = log.take().matches("the oldest give way to new ones").count();
    assert_eq!(told, 2, "one line a minute and room");
    shop.running.stop().await;
}

#[tokio::test]
async fn bodies_that_a_crowd_holds_open_stop_nobody() {
    let shop = Shop::start_set(Data::new().await, Clock::manual(start_of_story()), |config| {
        config.connections.proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let mut held = Vec::new();
    for sender in 0..36 {
        held.push(half_sent(&shop, "/webhooks/stripe", &format!("203.0.113.{sender}"), 256 * 1024).await);
    }
    sells_and_listens(&shop, "amal@example.com").await;
    // The latest connections are still kept waiting.
    let last = held.last_mut().unwrap();
    let silent = tokio::time::timeout(Duration::from_millis(200), last.read_u8()).await;
    assert!(silent.is_err(), "{silent:?}");
    shop.running.stop().await;
}
