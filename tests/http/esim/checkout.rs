//! Buying data plans, by card and by iDEAL: from the displayed price to the delivered eSIM.

use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use onefare_tests::{Browser, CARD, Log, Shop, package};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::esim::shop::{
    BY_CARD, BY_IDEAL, EMAIL, GENERATE, changed, generated, hash_of_card, quick, status, status_until, wanted,
};

/// Expects that the picture, parts and links of an answer all carry its code.
fn can_be_installed(answer: &Value) {
    let code = answer["generated_esim"].as_str().unwrap();
    let ways = &answer["installation"];
    let text = |key: &str| ways[key].as_str().unwrap();
    assert_eq!(format!("LPA:1${}${}", text("smdp_address"), text("matching_id")), code);
    assert_eq!(format!("LPA:{}", text("whole_code")), code);
    assert_eq!(ways["confirmation_required"], json!(false));
    assert_eq!(text("link_ios"), format!("https://esimsetup.apple.com/esim_qrcode_provisioning?carddata={code}"));
    assert_eq!(text("link_android"), format!("https://esimsetup.android.com/esim_qrcode_provisioning?carddata={code}"));
    assert_eq!(scanned(text("qr")), code);
}

/// What a third-party decoder reads in a data URL's picture.
fn scanned(address: &str) -> String {
    let file = STANDARD.decode(address.strip_prefix("data:image/png;base64,").unwrap()).unwrap();
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let side = usize::try_from(reader.next_frame(&mut pixels).unwrap().width).unwrap();
    let mut picture = rqrr::PreparedImage::prepare_from_greyscale(side, side, |x, y| pixels[y * side + x]);
    let codes = picture.detect_grids();
    let [code] = codes.as_slice() else { panic!("{} codes in one picture", codes.len()) };
    code.decode().unwrap().1
}

#[tokio::test]
async fn a_plan_paid_by_card_is_delivered_told_and_mailed() {
    let log = Log::listen();
    let shop = quick().await;
    let mut browser = Browser::default();
    let body = wanted(&shop, "card").await;
    let session = Shop::session_of(&shop.post(&mut browser, BY_CARD, body.clone()).await);
    let asked = shop.at_stripe(&format!("checkout/sessions/{session}")).await;
    assert_eq!((&asked["mode"], &asked["currency"]), (&json!("payment"), &json!("usd")));
    assert_eq!(asked["amount_total"], body["expected_amount"]);
    let hash = hash_of_card(&shop, &session).await;

    let waiting = status(&shop, &mut browser, "stripe", &hash).await;
    assert_eq!((waiting.status, &waiting.body["status"]), (StatusCode::OK, &json!("pending")));
    assert_eq!(
        (&waiting.body["is_paid"], &waiting.body["amount_paid"], waiting.body.get("amount_text")),
        (&json!(false), &json!(0), None),
        "nothing is called paid before it is"
    );
    assert_eq!(waiting.headers["cache-control"], "no-store");
    let early = shop.post(&mut browser, GENERATE, json!({ "structure_data": waiting.body["order_id"] })).await;
    assert_eq!(early.body, json!({ "status": "pending", "generated_esim": "" }), "nothing before the money is there");

    shop.at_pay_page(&session, "pay").await;
    let paid = status_until(&shop, &mut browser, "stripe", &hash, "paid").await;
    let number = shop.order_number().await;
    let price = &body["expected_amount"];
    assert_eq!(
        paid.body,
        json!({
            "status": "ok", "payment_status": "paid", "is_paid": true, "order_id": waiting.body["order_id"],
            "order_number": number, "bundle_id": body["bundle_id"], "data": 3072, "validity": 15, "country": "Spain",
            "amount_paid": price, "currency": "USD", "email": EMAIL, "data_text": "3\u{a0}GB", "validity_text": "15\u{a0}days",
            "email_correctable_until": "2026-11-20T13:00:00Z",
            "amount_text": format!("${}.{:02}", price.as_i64().unwrap() / 100, price.as_i64().unwrap() % 100),
        })
    );
    let esim = generated(&shop, &mut browser, &paid.body["order_id"]).await;
    can_be_installed(&esim.body);
    let code = esim.body["generated_esim"].as_str().unwrap().to_owned();
    assert!(esim.body["status"] == "ok" && code.starts_with("LPA:1$"), "{esim:?}");
    assert_eq!(esim.headers["cache-control"], "no-store");
    assert!(shop.get("/sandbox/esims").await.text.contains(&code), "the one that the supplier made");

    let letters = shop.letters_to(EMAIL, 2).await;
    let has_picture = |letter: &&Value| letter["pictures"].as_array().is_some_and(|pictures| !pictures.is_empty());
    let ready = letters.iter().find(has_picture).expect("the letter with the QR code");
    let in_letter = ready["pictures"][0]["base64"].as_str().expect("a picture");
    assert_eq!(scanned(&format!("data:image/png;base64,{in_letter}")), code, "the letter's picture");
    let ready = ready.to_string();
    assert!(ready.contains(&code) && ready.contains("esimsetup.apple.com") && ready.contains("image/png"), "{ready}");
    let receipt = letters.iter().find(|letter| !has_picture(letter)).expect("the receipt").to_string();
    assert!(receipt.contains(&number) && receipt.contains("Spain") && !receipt.contains(&code), "{receipt}");
    assert!(receipt.contains("Payment method: Card") && !receipt.contains("iDEAL"), "{receipt}");
    assert!(has_picture(&&letters[0]) && !has_picture(&&letters[1]), "the receipt announces the other, and goes first");
    shop.until(2, async || shop.letters_noted().await).await;

    // Another person: with the hash, in another browser, the eSIM and a masked address; without it nothing.
    let mut other = Browser::default();
    assert_eq!(status(&shop, &mut other, "stripe", &hash).await.body["email"], "a***@example.com");
    let order = &paid.body["order_id"];
    let with_hash = json!({ "structure_data": order, "hash": hash });
    assert_eq!(shop.post(&mut other, GENERATE, with_hash).await.body["generated_esim"], json!(code));
    for hash in [Value::Null, json!(""), json!("a hash of nobody's"), json!(number)] {
        let answer = shop.post(&mut other, GENERATE, json!({ "structure_data": order, "hash": hash })).await;
        assert_eq!((answer.status, &answer.body["code"]), (StatusCode::NOT_FOUND, &json!("not_found")), "{hash}");
    }
    // Requesting it again makes no second one.
    assert_eq!(generated(&shop, &mut browser, order).await.body["generated_esim"], json!(code));
    assert_eq!(shop.sandbox_has("esims/orders").await["orders"].as_array().unwrap().len(), 1);
    shop.running.stop().await;
    let matching = code.rsplit('$').next().unwrap();
    assert!(!log.take().contains(matching), "the code stands in no log");
}

#[tokio::test]
async fn a_plan_paid_by_ideal_costs_its_euros() {
    let shop = quick().await;
    let mut browser = Browser::default();
    let body = changed(&wanted(&shop, "ideal").await, "language", json!("ar"));
    let payment = Shop::session_of(&shop.post(&mut browser, BY_IDEAL, body.clone()).await);
    let asked = shop.at_mollie(&payment).await;
    let cents = body["expected_amount"].as_i64().unwrap();
    assert_eq!(asked["amount"], json!({ "currency": "EUR", "value": format!("{}.{:02}", cents / 100, cents % 100) }));
    let url: url::Url = asked["redirectUrl"].as_str().unwrap().parse().unwrap();
    assert_eq!(url.path(), "/ar/esim/callback-success");
    assert!(url.query_pairs().any(|(name, value)| name == "payment_method" && value == "mollie"), "{url}");
    let hash = shop.hash_of(&payment).await;
    assert_eq!(status(&shop, &mut browser, "mollie", &hash).await.body["payment_status"], "pending");
    shop.at_bank(&payment, "paid").await;
    let paid = status_until(&shop, &mut browser, "mollie", &hash, "paid").await;
    assert_eq!((&paid.body["amount_paid"], &paid.body["currency"]), (&json!(cents), &json!("EUR")));
    assert_eq!(paid.body["country"], "إسبانيا");
    let esim = generated(&shop, &mut browser, &paid.body["order_id"]).await;
    assert_eq!(esim.body["status"], "ok");
    let letters = shop.letters_to(EMAIL, 2).await;
    assert!(letters.iter().all(|letter| letter.to_string().contains("rtl")));
    assert!(
        letters.iter().any(|letter| letter.to_string().contains("iDEAL | Wero")),
        "the receipt says how it was paid"
    );
    shop.running.stop().await;
}

#[tokio::test]
async fn an_unlimited_plan_is_called_what_it_is_wherever_it_is_paid_for() {
    let shop = quick().await;
    let list = shop.get("/api/esim/bundles").await.body;
    let spain = list["data"]["countries"].as_array().unwrap().iter().find(|one| one["code"] == "ES").unwrap().clone();
    let bundle = shop.get(&format!("/api/esim/bundle/{}", spain["id"])).await.body;
    let refills = bundle["data"]["refills"].as_array().unwrap();
    let plan = refills.iter().find(|one| one["unlimited"] == true && one["amount_days"] == 3).unwrap().clone();
    assert_eq!(plan["amount_mb"], 1024);
    // Its name on the hosted page, and the status's text for its data.
    for (language, called, data) in [
        (
            "en",
            "Northquay eSIM: Spain, 3\u{a0}days, 1\u{a0}GB a day at full speed, then slower",
            "1\u{a0}GB a day at full speed, then slower",
        ),
        (
            "de",
            "Northquay eSIM: Spanien, 3\u{a0}Tage, 1\u{a0}GB am Tag mit voller Geschwindigkeit, danach langsamer",
            "1\u{a0}GB am Tag mit voller Geschwindigkeit, danach langsamer",
        ),
    ] {
        for (call, provider, price) in
            [(BY_CARD, "stripe", &plan["price_usd"]), (BY_IDEAL, "mollie", &plan["price_eur"])]
        {
            let mut browser = Browser::default();
            let body = json!({ "email": EMAIL, "bundle_id": spain["id"], "structured_data": plan["structured_data"],
                "expected_amount": price, "language": language });
            let page = Shop::session_of(&shop.post(&mut browser, call, body).await);
            let (name, hash) = if provider == "stripe" {
                let lines = shop.at_stripe(&format!("checkout/sessions/{page}/line_items")).await;
                let back = shop.at_stripe(&format!("checkout/sessions/{page}")).await["success_url"].clone();
                let back: url::Url = back.as_str().unwrap().parse().unwrap();
                let hash = back.query_pairs().find(|(name, _)| name == "hash").unwrap().1.into_owned();
                (lines["data"][0]["description"].clone(), hash)
            } else {
                (shop.at_mollie(&page).await["description"].clone(), shop.hash_of(&page).await)
            };
            assert_eq!(name, called, "{provider}");
            let told = status(&shop, &mut browser, provider, &hash).await.body;
            assert_eq!((&told["data_text"], &told["data"]), (&json!(data), &json!(1024)), "{provider}");
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn a_code_takes_off_what_the_page_was_told() {
    let shop = quick().await;
    let body = wanted(&shop, "card").await;
    let told = shop
        .post(
            &mut Browser::default(),
            &format!("/api/esim/discount-code/TRAVEL10/{}", body["expected_amount"]),
            json!({}),
        )
        .await;
    let discounted = told.body["data"].clone();
    assert!(discounted.as_i64() < body["expected_amount"].as_i64(), "{told:?}");
    let with_code = changed(&changed(&body, "discount_code", json!("travel10")), "expected_amount", discounted.clone());
    let session = Shop::session_of(&shop.post(&mut Browser::default(), BY_CARD, with_code).await);
    assert_eq!(shop.at_stripe(&format!("checkout/sessions/{session}")).await["amount_total"], discounted);
    // The price without the code differs from the displayed one.
    let full = shop.post(&mut Browser::default(), BY_CARD, changed(&body, "expected_amount", discounted.clone())).await;
    assert_eq!((full.status, &full.body["code"]), (StatusCode::CONFLICT, &json!("price_changed")));
    let (due, price) = (&full.body["due"], &body["expected_amount"]);
    assert_eq!(&due["due_now"], price, "{full:?}");
    assert_eq!(due["facts"], json!({ "book": 1, "list": price, "price": price }), "{full:?}");
    assert_eq!(shop.rows("orders").await, 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_provider_that_is_down_leaves_the_order_for_the_next_try() {
    let shop = quick().await;
    for (call, method, operation) in
        [(BY_CARD, "card", "checkout.sessions.create"), (BY_IDEAL, "ideal", "mollie.payments.create")]
    {
        let (mut browser, body) = (Browser::default(), wanted(&shop, method).await);
        shop.control("faults", json!({ "operation": operation, "kind": "error_500", "times": 50 })).await;
        let answer = shop.post(&mut browser, call, body.clone()).await;
        assert_eq!((answer.status.as_u16(), &answer.body["code"]), (503, &json!("create_payment_failed")));
        assert_eq!(answer.body["message"], "Failed to create payment. Please try again.");
        shop.disarm_faults().await;
        Shop::session_of(&shop.post(&mut browser, call, body).await);
    }
    assert_eq!(shop.rows("orders").await, 2, "one for each browser");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_status_is_asked_at_its_own_call() {
    let shop = quick().await;
    let mut browser = Browser::default();
    let session = Shop::session_of(&shop.post(&mut browser, BY_CARD, wanted(&shop, "card").await).await);
    let hash = hash_of_card(&shop, &session).await;
    let deal = Shop::session_of(&shop.deal(&mut Browser::default(), CARD, package(12, EMAIL, 3999)).await);
    let of_deal = shop.at_stripe(&format!("checkout/sessions/{deal}")).await["cancel_url"].as_str().unwrap().to_owned();
    let of_deal: url::Url = of_deal.parse().unwrap();
    let of_deal = of_deal.query_pairs().last().unwrap().1.into_owned();
    for (provider, hash, code, problem) in [
        ("stripe", "", 422, "verification_failed"),
        ("mollie", "", 422, "verification_failed"),
        ("stripe", "nobody", 404, "not_found"),
        ("mollie", hash.as_str(), 404, "not_found"),
        ("stripe", of_deal.as_str(), 404, "not_found"),
    ] {
        let answer = status(&shop, &mut browser, provider, hash).await;
        let seen = (answer.status.as_u16(), answer.body["code"].as_str().unwrap_or_default());
        assert_eq!(seen, (code, problem), "{provider} {hash}: {answer:?}");
    }
    let long = status(&shop, &mut browser, "stripe", &"x".repeat(256)).await;
    assert_eq!((long.status.as_u16(), &long.body["code"]), (400, &json!("bad_request")));
    // The other shop's plan is no eSIM, even for its own buyer.
    let orders = shop.texts("SELECT id FROM orders WHERE product_id = 'deal-12m'").await;
    for order in [json!("nobody"), json!(orders[0])] {
        let answer = shop.post(&mut browser, GENERATE, json!({ "structure_data": order })).await;
        assert_eq!((answer.status, &answer.body["code"]), (StatusCode::NOT_FOUND, &json!("not_found")), "{order}");
    }
    let none = shop.post(&mut browser, GENERATE, json!({ "structure_data": "" })).await;
    assert_eq!((none.status.as_u16(), &none.body["code"]), (404, &json!("order_missing")), "{none:?}");
    let more = shop.post(&mut browser, GENERATE, json!({ "structure_data": "x", "email": EMAIL })).await;
    assert_eq!((more.status.as_u16(), &more.body["code"]), (400, &json!("bad_request")));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_failed_payment_is_told_and_may_be_tried_again() {
    let shop = quick().await;
    let (mut browser, body) = (Browser::default(), wanted(&shop, "ideal").await);
    let payment = Shop::session_of(&shop.post(&mut browser, BY_IDEAL, body.clone()).await);
    let hash = shop.hash_of(&payment).await;
    shop.at_bank(&payment, "failed").await;
    let failed = status_until(&shop, &mut browser, "mollie", &hash, "failed").await;
    let number = shop.order_number().await;
    let order = shop.texts("SELECT id FROM orders").await.remove(0);
    // A failed payment is a valid answer: the page after it shows an error when the status is not ok.
    assert_eq!(
        failed.body,
        json!({
            "status": "ok", "payment_status": "failed", "is_paid": false, "order_id": order, "order_number": number,
            "bundle_id": body["bundle_id"], "data": 3072, "validity": 15, "country": "Spain", "amount_paid": 0,
            "currency": "EUR", "email": EMAIL, "data_text": "3\u{a0}GB", "validity_text": "15\u{a0}days",
        })
    );
    let again = Shop::session_of(&shop.post(&mut browser, BY_IDEAL, body).await);
    assert_ne!(again, payment);
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 2));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_supplier_that_refuses_is_told_and_nothing_is_handed_out() {
    let shop = quick().await;
    let mut browser = Browser::default();
    shop.control("esims/script", json!({ "deed": "refuse", "code": "200011" })).await;
    let session = Shop::session_of(&shop.post(&mut browser, BY_CARD, wanted(&shop, "card").await).await);
    let hash = hash_of_card(&shop, &session).await;
    shop.at_pay_page(&session, "pay").await;
    let order = status(&shop, &mut browser, "stripe", &hash).await.body["order_id"].clone();
    let answer = generated(&shop, &mut browser, &order).await;
    assert_eq!(answer.body, json!({ "status": "error", "generated_esim": "" }));
    // The shop refunds the payment in full without an operator, and sends the buyer a letter.
    status_until(&shop, &mut browser, "stripe", &hash, "refunded").await;
    let ledger = shop.sandbox_has("ledger").await;
    let sum = |movement: &str| -> Vec<i64> {
        let rows = ledger["rows"].as_array().unwrap().iter().filter(|row| row["movement"] == movement);
        rows.map(|row| row["amount"].as_i64().unwrap().abs()).collect()
    };
    assert_eq!(sum("refund"), [449]);
    assert_eq!(shop.letters_to(EMAIL, 1).await.len(), 1, "of the refund, and none of an eSIM");
    shop.running.stop().await;
}

#[tokio::test]
async fn an_esim_that_is_being_made_is_pending() {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 60_000 })).await;
    let mut browser = Browser::default();
    let session = Shop::session_of(&shop.post(&mut browser, BY_CARD, wanted(&shop, "card").await).await);
    let hash = hash_of_card(&shop, &session).await;
    shop.at_pay_page(&session, "pay").await;
    let paid = status_until(&shop, &mut browser, "stripe", &hash, "paid").await;
    let answer = shop.post(&mut browser, GENERATE, json!({ "structure_data": paid.body["order_id"] })).await;
    assert_eq!(answer.body, json!({ "status": "pending", "generated_esim": "" }));
    shop.running.stop().await;
}
