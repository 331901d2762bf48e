//! An order's price has one spelling wherever its buyer reads it: page, refusal, hosted page, receipt, result.

use onefare_core::currency::Currency;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::price_text::price_text;
use onefare_server::pages::registry::local_address;
use onefare_tests::{Browser, CARD, Shop, package, page_data};
use reqwest::StatusCode;
use serde_json::{Value, json};

const EMAIL: &str = "amal@example.com";

/// The data from which a page was rendered.
async fn page(shop: &Shop, path: &str) -> Value {
    let answer = shop.get(path).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}");
    page_data(&answer.text)
}

#[tokio::test]
async fn a_price_is_spelt_one_way_from_the_page_to_the_receipt() {
    for language in Language::ALL {
        let shop = Shop::start().await;
        let mut browser = Browser::default();
        let code = language.code();
        let price = price_text(Money::new(3999, Currency::Eur).unwrap(), language);

        let shown = page(&shop, &local_address("/affiliate-vpn-deals", language)).await;
        let deals = shown["content"]["deals"].as_array().unwrap();
        let deal = &deals.iter().find(|deal| deal["package"] == 12).unwrap()["price"];
        assert_eq!((&deal["due_now_text"], &deal["renewal_text"]), (&json!(price), &json!(price)), "{code}: the page");

        let wanted = |amount| {
            let mut body = package(12, EMAIL, amount);
            body["language"] = json!(code);
            body
        };
        let refused = shop.deal(&mut browser, CARD, wanted(3998)).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{code}: {refused:?}");
        for told in ["quote", "due"] {
            assert_eq!(refused.body[told]["due_now_text"], json!(price), "{code}: the refusal");
        }

        let session = Shop::session_of(&shop.deal(&mut browser, CARD, wanted(3999)).await);
        let at_stripe = shop.at_stripe(&format!("checkout/sessions/{session}")).await;
        let note = at_stripe["custom_text"]["submit"]["message"].as_str().unwrap();
        assert_eq!(note.matches(&price).count(), 2, "{code}: the pay page says what is due and what renews: {note}");

        shop.at_pay_page(&session, "pay").await;
        let paid = shop.verify_until_known(&mut browser, &session).await;
        assert_eq!(paid.body["amount_text"], json!(price), "{code}: {paid:?}");

        let letter = shop.letters_to(EMAIL, 1).await.remove(0);
        for part in ["text", "html"] {
            assert!(letter[part].as_str().unwrap().contains(&price), "{code}: {price} is not in the receipt: {letter}");
        }
        shop.running.stop().await;
    }
}
