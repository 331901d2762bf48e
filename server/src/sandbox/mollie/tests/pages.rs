use serde_json::{Value, json};

use super::changed;
use crate::sandbox::trial_run::{Answer, TrialRun};

const FORM: &[(&str, &str)] = &[("content-type", "application/x-www-form-urlencoded")];
const RETURN: &str = "http://localhost:8080/payment-status?hash=h4sh";
const CANCEL: &str = "http://localhost:8080/callback-cancel-mollie?hash=h4sh";

async fn page(run: &TrialRun, id: &str) -> Answer {
    run.send("GET", &format!("/checkout/{id}"), "", &[]).await
}

async fn choose(run: &TrialRun, id: &str, status: &str) -> Answer {
    run.send("POST", &format!("/checkout/{id}"), &format!("status={status}"), FORM).await
}

#[tokio::test]
async fn the_page_offers_every_end_and_leads_back() {
    let run = TrialRun::new().await;
    for (status, location) in [
        ("paid", RETURN),
        ("open", RETURN),
        ("pending", RETURN),
        ("failed", RETURN),
        ("canceled", CANCEL),
        ("expired", RETURN),
    ] {
        let id = run.payment().await;
        let shown = page(&run, &id).await;
        assert_eq!(shown.status, 200);
        for text in ["no money moves", "Northquay", "iDEAL | Wero", "EUR 49.99", &format!("value=\"{status}\"")] {
            assert!(shown.text.contains(text), "{text} in {}", shown.text);
        }
        let chosen = choose(&run, &id, status).await;
        assert_eq!((chosen.status.as_u16(), chosen.header("location")), (303, location), "{status}");
        assert_eq!(run.read_payment(&id).await["status"], status);
    }
}

#[tokio::test]
async fn the_page_keeps_to_its_policy_and_shows_strangers_words_as_words() {
    let run = TrialRun::new().await;
    let order = changed("description", json!("<b onclick=\"x\">12 months</b>"));
    let id = run.mollie("POST", "/v2/payments", &order).await.json()["id"].as_str().expect("an id").to_owned();
    let shown = page(&run, &id).await;
    assert!(shown.text.contains("&lt;b onclick=&quot;x&quot;&gt;12 months"));
    assert!(!shown.text.contains("<script") && !shown.text.contains("style="));
    let policy = shown.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("form-action 'self' http://localhost:8080"));
    assert_eq!(run.send("GET", &format!("/checkout/{id}?payment_method=mollie"), "", &[]).await.status, 200);
}

#[tokio::test]
async fn a_payment_that_stays_can_be_visited_again_and_one_that_is_over_cannot_be_paid() {
    let run = TrialRun::new().await;
    let id = run.payment().await;
    assert_eq!(choose(&run, &id, "pending").await.status, 303);
    let again = page(&run, &id).await;
    assert!(again.text.contains("value=\"paid\"") && !again.text.contains("value=\"open\""), "{}", again.text);
    assert_eq!(choose(&run, &id, "open").await.status, 409);
    assert_eq!(choose(&run, &id, "paid").await.status, 303);

    let over = page(&run, &id).await;
    assert!(over.text.contains("This payment is paid") && !over.text.contains("name=\"status\""), "{}", over.text);
    assert!(over.text.contains(&format!("href=\"{RETURN}\"")));
    assert_eq!(choose(&run, &id, "failed").await.status, 409);
    assert_eq!(run.ledger().await.len(), 1);

    let refunded = run.send("POST", &format!("/checkout/{id}/refund"), "", FORM).await;
    assert_eq!((refunded.status.as_u16(), refunded.header("location")), (303, format!("/checkout/{id}").as_str()));
    let after = page(&run, &id).await.text;
    assert!(after.contains("Refunded: EUR 49.99") && !after.contains("/refund\""), "{after}");
    assert_eq!(run.send("POST", &format!("/checkout/{id}/refund"), "", FORM).await.status, 303);
    assert_eq!(run.read_payment(&id).await["amountRefunded"]["value"], "49.99");
}

#[tokio::test]
async fn a_cancel_without_an_address_of_its_own_and_a_choice_of_nothing() {
    let run = TrialRun::new().await;
    let made = run.mollie("POST", "/v2/payments", &changed("cancelUrl", Value::Null)).await.json();
    let id = made["id"].as_str().expect("an id");
    for nothing in ["", "nonsense", "authorized"] {
        let answer = choose(&run, id, nothing).await;
        assert_eq!(answer.status, 422);
        assert!(answer.text.contains("role=\"alert\""));
    }
    assert_eq!(choose(&run, id, "canceled").await.header("location"), RETURN);
    assert!(page(&run, id).await.text.contains("was canceled"));
    assert_eq!(page(&run, "tr_nobody").await.status, 404);
    assert_eq!(choose(&run, "tr_nobody", "paid").await.status, 404);
}
