//! The withdrawal form's input, through the page.

use onefare_tests::{Browser, Shop, page_data};
use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, ORIGIN};
use serde_json::Value;
use url::form_urlencoded;

use super::cases;

#[tokio::test]
async fn a_statement_is_shown_as_the_rule_reads_it() {
    let shop = Shop::start().await;
    for case in cases("withdrawal", "withdrawal_read") {
        let typed = |index: usize| case.text(index).unwrap();
        let fields = [("order_number", typed(0)), ("email", typed(1)), ("name", typed(2)), ("step", "review")];
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let form = shop.http.post(format!("{}/withdrawal", shop.shop)).header(ORIGIN, &shop.shop);
        let form = form.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(body);
        let answer = shop.finish(&mut Browser::default(), form).await;
        let page = page_data(&answer.text);
        let content = &page["content"];
        let Some(read) = case.value() else {
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", case.name);
            assert_eq!((&content["problem"], &content["typed"]["name"]), (&case.expect["error"], &case.input[2]));
            continue;
        };
        assert_eq!((answer.status, content["step"].as_str()), (StatusCode::OK, Some("confirmation")), "{}", case.name);
        for field in ["order_number", "email", "name"] {
            let wanted = read.get(field).and_then(Value::as_str).unwrap_or_default();
            assert_eq!(content["typed"][field], wanted, "{}: {field}", case.name);
        }
    }
    shop.running.stop().await;
}
