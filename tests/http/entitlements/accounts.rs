//! The account's id outlives its address.

use onefare_tests::Browser;
use onefare_tests::Shop;
use serde_json::json;

use super::{buys, entitled, of_account, plain, shop, times};
use crate::account::email::{NEW, ZAHRA, ask, codes, confirm, done};
use crate::account::{AMAL, Visitor};

/// Moves the account of the one address to the other, which both confirm.
async fn moves(shop: &Shop, from: &str, to: &str) {
    let mut owner = Visitor::signed_in(shop, from).await;
    done(&ask(shop, &mut owner, to).await);
    let [old, new] = codes(shop, from, to, [1, 1]).await;
    done(&confirm(shop, &mut owner, [&old, &new]).await);
    shop.until_idle().await;
}

async fn nothing_at(shop: &Shop, email: &str) {
    shop.until_idle().await;
    let (status, _) = super::call(shop, &format!("/entitlements?email={email}"), super::KEY).await;
    assert_eq!(status.as_u16(), 404, "{email}");
}

#[tokio::test]
async fn an_account_that_moves_keeps_its_id_and_its_entitlement() {
    let shop = shop().await;
    buys(&shop, AMAL).await;
    buys(&shop, AMAL).await;
    let before = entitled(&shop, AMAL).await;
    moves(&shop, AMAL, NEW).await;
    assert_eq!(entitled(&shop, NEW).await, before);
    nothing_at(&shop, AMAL).await;
    // The old address begins another account.
    buys(&shop, AMAL).await;
    assert_ne!(entitled(&shop, AMAL).await["account"], before["account"]);
    assert_eq!(entitled(&shop, NEW).await, before);
    shop.running.stop().await;
}

#[tokio::test]
async fn an_account_that_moves_to_anothers_address_is_joined_into_it() {
    let shop = shop().await;
    buys(&shop, AMAL).await;
    let amal = entitled(&shop, AMAL).await;
    shop.pass(24 * 60 * 60).await;
    buys(&shop, ZAHRA).await;
    let zahra = entitled(&shop, ZAHRA).await;
    moves(&shop, ZAHRA, AMAL).await;
    let joined = entitled(&shop, AMAL).await;
    assert_eq!(joined["account"], amal["account"]);
    assert_eq!(times(&joined), times(&zahra), "the longer of both");
    let left = of_account(&shop, zahra["account"].as_str().unwrap()).await;
    assert_eq!((&left["state"], &left["joined_into"]), (&json!("ended"), &amal["account"]));
    assert!(left["revision"].as_i64() > zahra["revision"].as_i64());
    nothing_at(&shop, ZAHRA).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_corrected_order_takes_its_account_along_or_leaves_it_to_the_others() {
    let shop = shop().await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, onefare_tests::twelve_months(AMAL, "AED", 15_000)).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await;
    shop.delivered(1).await;
    let before = entitled(&shop, AMAL).await;
    let correct = async |browser: &mut Browser, email: &str| {
        let body = json!({ "session_id": page, "email": email });
        assert_eq!(shop.post(browser, "/api/orders/change-email", body).await.status.as_u16(), 200);
    };
    correct(&mut browser, NEW).await;
    assert_eq!(entitled(&shop, NEW).await, before, "its only order: the account is the same");
    nothing_at(&shop, AMAL).await;
    // Another account has the address: the order joins it.
    buys(&shop, ZAHRA).await;
    let zahra = entitled(&shop, ZAHRA).await;
    correct(&mut browser, ZAHRA).await;
    assert_eq!(plain(&entitled(&shop, ZAHRA).await), plain(&zahra), "both end on the same day");
    let left = of_account(&shop, before["account"].as_str().unwrap()).await;
    assert_eq!((&left["state"], &left["joined_into"]), (&json!("ended"), &zahra["account"]));
    // One of two orders leaves: it begins an account of its own.
    correct(&mut browser, "noor@example.com").await;
    let noor = entitled(&shop, "noor@example.com").await;
    assert!(noor["account"] != zahra["account"] && noor["account"] != before["account"], "{noor}");
    assert_eq!(plain(&entitled(&shop, ZAHRA).await), plain(&zahra));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_deleted_account_is_used_up_and_its_address_begins_another() {
    let shop = shop().await;
    buys(&shop, AMAL).await;
    let before = entitled(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let answer = owner.post(&shop, "/api/account/delete", json!({ "email": AMAL })).await;
    assert_eq!(answer.status.as_u16(), 200, "{answer:?}");
    nothing_at(&shop, AMAL).await;
    // A paid term runs to its end, and nothing renews.
    let left = of_account(&shop, before["account"].as_str().unwrap()).await;
    let [state, paid, until] = times(&left);
    assert_eq!((state, paid), ("active", until));
    assert_eq!(before["paid_until"], until);
    buys(&shop, AMAL).await;
    assert_ne!(entitled(&shop, AMAL).await["account"], before["account"]);
    shop.running.stop().await;
}
