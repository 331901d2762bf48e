//! Trusted devices: strangers who use up the budget do not lock the owner out of a browser that has signed in before.

use onefare_server::ids::digest;
use onefare_tests::Shop;
use reqwest::header::SET_COOKIE;
use serde_json::json;

use super::lockout::{follow, link, locked};
use super::{AMAL, SESSIONS, Visitor, customer, is_refused, is_welcome, other_than};

const ZAHRA: &str = "zahra@example.com";
const HALF_A_YEAR: u64 = 180 * 24 * 3600;

/// A customer's browser that has signed in here before, and has signed out.
async fn regular(shop: &Shop, email: &str) -> Visitor {
    let mut owner = Visitor::signed_in(shop, email).await;
    owner.send(shop, reqwest::Method::POST, "/api/account/sign-out", None).await;
    assert!(!owner.cookies.contains_key("session") && owner.cookies.contains_key("device"), "{:?}", owner.cookies);
    owner
}

/// Strangers request letters until they get no more.
async fn use_up_letters(shop: &Shop, email: &str) -> usize {
    for sent in 0..20 {
        if Visitor::default().ask(shop, email).await.status.as_u16() == 429 {
            return sent;
        }
    }
    panic!("strangers can have letters without end");
}

async fn failures_of_devices(shop: &Shop) -> Vec<String> {
    shop.texts("SELECT CAST(failures AS TEXT) FROM trusted_devices ORDER BY trusted_at").await
}

#[tokio::test]
async fn strangers_who_use_up_letters_and_codes_do_not_lock_out_the_owner() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut owner = regular(&shop, AMAL).await;
    locked(&shop).await;
    for day in 0..3 {
        // Three in ten minutes, and eight a day.
        for _ in 0..3 {
            use_up_letters(&shop, AMAL).await;
            shop.pass(600).await;
        }
        assert_eq!(use_up_letters(&shop, AMAL).await, 0, "{day}");
        let before = shop.clock.now();
        let code = owner.code(&shop, AMAL).await;
        is_welcome(&owner.type_code(&shop, AMAL, &code).await);
        assert!((shop.clock.now() - before).num_seconds() < 60);
        assert_eq!(owner.get(&shop, SESSIONS).await.status.as_u16(), 200);
        shop.pass(24 * 3600).await;
    }
    // Strangers' wrong codes do not keep the owner from moving the account either.
    let code = owner.code(&shop, AMAL).await;
    is_welcome(&owner.type_code(&shop, AMAL, &code).await);
    let asked = owner.post(&shop, "/api/account/email", json!({ "email": "amal.new@example.com" })).await;
    assert_eq!(asked.text, r#"{"success":true}"#);
    assert_eq!(shop.texts("SELECT CAST(failures AS TEXT) FROM sign_in_failures").await, ["10"], "nothing is forgiven");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_trusted_device_has_three_letters_and_ten_wrong_codes_of_its_own() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut owner = regular(&shop, AMAL).await;
    for _ in 0..3 {
        assert_eq!(owner.ask(&shop, AMAL).await.status.as_u16(), 200);
    }
    assert_eq!(owner.ask(&shop, AMAL).await.status.as_u16(), 429);
    shop.pass(600).await;
    for _ in 0..3 {
        let code = owner.code(&shop, AMAL).await;
        for _ in 0..3 {
            is_refused(&owner.type_code(&shop, AMAL, &other_than(&code)).await);
        }
        shop.pass(600).await;
    }
    shop.pass(24 * 3600).await;
    let code = owner.code(&shop, AMAL).await;
    is_refused(&owner.type_code(&shop, AMAL, &other_than(&code)).await);
    is_refused(&owner.type_code(&shop, AMAL, &code).await);
    assert_eq!(failures_of_devices(&shop).await, ["10"]);
    assert_eq!(shop.texts("SELECT CAST(failures AS TEXT) FROM sign_in_failures").await, ["0"], "the account has none");
    // From here on this device gets a link; any other browser still gets codes, and using one forgives this device
    // nothing.
    let token = link(&shop, &mut owner).await;
    let other = Visitor::signed_in(&shop, AMAL).await;
    assert_eq!(other.clone().get(&shop, SESSIONS).await.status.as_u16(), 200);
    is_welcome(&follow(&shop, &mut owner, &token).await);
    let mut failures = failures_of_devices(&shop).await;
    failures.sort_unstable();
    assert_eq!(failures, ["0", "10"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn the_cookie_is_kept_as_the_session_is_and_holds_for_its_account_alone() {
    let shop = Shop::start().await;
    for email in [AMAL, ZAHRA] {
        customer(&shop, email).await;
    }
    let mut owner = Visitor::default();
    let code = owner.code(&shop, AMAL).await;
    let welcome = owner.type_code(&shop, AMAL, &code).await;
    let cookies: Vec<_> = welcome.headers.get_all(SET_COOKIE).iter().map(|set| set.to_str().unwrap()).collect();
    let set = cookies.iter().find(|cookie| cookie.starts_with("device=")).unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=15552000"] {
        assert!(set.split("; ").any(|one| one == part), "{set}");
    }
    let token = owner.cookies["device"].clone();
    assert!(token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit()), "256 bits: {token}");
    assert_eq!(shop.texts("SELECT token_digest FROM trusted_devices").await, [digest(&token)]);
    // For another account's address it counts as a stranger's browser.
    owner.ask(&shop, ZAHRA).await;
    let of_devices = "SELECT email_canonical FROM mailed_code_requests WHERE device_id IS NOT NULL";
    assert!(shop.texts(of_devices).await.is_empty());
    // Another sign-in gives the device a new token, so a copy of the earlier one is void.
    let copy = owner.clone();
    let code = owner.code(&shop, AMAL).await;
    is_welcome(&owner.type_code(&shop, AMAL, &code).await);
    assert_ne!(owner.cookies["device"], token);
    assert_eq!((shop.rows("trusted_devices").await, shop.texts(of_devices).await.len()), (1, 1));
    copy.clone().ask(&shop, AMAL).await;
    shop.until_idle().await;
    assert_eq!(shop.texts(of_devices).await.len(), 1);
    // A code it requested works in no other browser, even if right.
    let code = owner.code(&shop, AMAL).await;
    let mut without = owner.clone();
    without.cookies.remove("device");
    is_refused(&without.type_code(&shop, AMAL, &code).await);
    is_welcome(&owner.type_code(&shop, AMAL, &code).await);
    // A device that signs in to another account is from then on trusted for that account.
    shop.pass(600).await;
    let code = owner.code(&shop, ZAHRA).await;
    is_welcome(&owner.type_code(&shop, ZAHRA, &code).await);
    assert_eq!(shop.texts("SELECT email_canonical FROM trusted_devices").await, [ZAHRA]);
    shop.running.stop().await;
}

#[tokio::test]
async fn it_ends_with_signing_out_everywhere_with_the_account_with_a_move_and_after_half_a_year() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let (elsewhere, mut owner) = (regular(&shop, AMAL).await, Visitor::signed_in(&shop, AMAL).await);
    assert_eq!(shop.rows("trusted_devices").await, 2);
    owner.send(&shop, reqwest::Method::POST, "/api/account/sign-out-everywhere", None).await;
    assert!(!owner.cookies.contains_key("device"), "{:?}", owner.cookies);
    assert_eq!(shop.rows("trusted_devices").await, 0);
    elsewhere.clone().ask(&shop, AMAL).await;
    assert_eq!(shop.rows("mailed_code_requests WHERE device_id IS NOT NULL").await, 0, "a browser like any other");

    shop.pass(600).await;
    let (first, mut owner) = (regular(&shop, AMAL).await, Visitor::signed_in(&shop, AMAL).await);
    super::email_limits::hop(&shop, &mut owner, ZAHRA).await;
    assert_eq!(shop.texts("SELECT email_canonical FROM trusted_devices").await, [ZAHRA]);
    assert_eq!(
        shop.texts("SELECT token_digest FROM trusted_devices").await,
        [digest(&owner.cookies["device"])],
        "the browser that moved the account, and not {first:?}"
    );

    shop.pass(HALF_A_YEAR - 1).await;
    shop.until_idle().await;
    assert_eq!(shop.rows("trusted_devices").await, 1);
    shop.pass(1).await;
    owner.ask(&shop, ZAHRA).await;
    assert_eq!(shop.rows("mailed_code_requests WHERE device_id IS NOT NULL").await, 0, "to the second");
    shop.pass(2 * 3600).await;
    shop.until(0, async || shop.rows("trusted_devices").await).await;

    let mut owner = Visitor::signed_in(&shop, ZAHRA).await;
    let deleted = owner.post(&shop, "/api/account/delete", json!({ "email": ZAHRA })).await;
    assert_eq!(deleted.status.as_u16(), 200, "{deleted:?}");
    assert!(!owner.cookies.contains_key("device"), "{:?}", owner.cookies);
    assert_eq!(shop.rows("trusted_devices").await, 0);
    shop.running.stop().await;
}
