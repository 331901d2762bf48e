use crate::sandbox::trial_run::{PLAN, TrialRun};

const FORM: &[(&str, &str)] = &[("content-type", "application/x-www-form-urlencoded")];

#[tokio::test]
async fn the_page_pays_once_and_leads_back() {
    let run = TrialRun::new().await;
    let id = run.session(&PLAN.replace("12 months", "<b>12 months</b>")).await;
    let page = run.send("GET", &format!("/pay/{id}"), "", &[]).await;
    assert_eq!(page.status, 200);
    for text in [
        "no money moves",
        "Northquay",
        "AED 149.99",
        "&lt;b&gt;12 months",
        "20 November 2027",
        "every 12 months",
        "a@example.com",
    ] {
        assert!(page.text.contains(text), "{text} in {}", page.text);
    }
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("default-src 'none'") && policy.contains("form-action 'self' http://localhost:8080"),
        "{policy}"
    );
    assert!(!page.text.contains("<script") && !page.text.contains("style="));

    let declined = run.send("POST", &format!("/pay/{id}/decline"), "", FORM).await;
    assert_eq!(
        (declined.status.as_u16(), declined.header("location")),
        (303, format!("/pay/{id}?declined=1").as_str())
    );
    assert!(run.send("GET", declined.header("location"), "", &[]).await.text.contains("Your card was declined"));

    let paid = run.send("POST", &format!("/pay/{id}/pay"), "", FORM).await;
    assert_eq!(paid.status, 303);
    assert_eq!(paid.header("location"), format!("http://localhost:8080/ok?session_id={id}"));
    let again = run.send("POST", &format!("/pay/{id}/pay"), "", FORM).await;
    assert_eq!(again.status, 409);
    assert!(
        again.text.contains("Already paid")
            && again.text.contains(&format!("http://localhost:8080/ok?session_id={id}"))
    );
    assert_eq!(run.ledger().await.len(), 1);
    assert_eq!(run.send("GET", &format!("/pay/{id}/pay"), "", &[]).await.status, 405);
}

#[tokio::test]
async fn the_page_asks_for_an_address_it_was_not_given() {
    let run = TrialRun::new().await;
    let id = run.session(&PLAN.replace("&customer_email=a@example.com", "")).await;
    assert!(run.send("GET", &format!("/pay/{id}"), "", &[]).await.text.contains("name=\"email\""));
    assert_eq!(run.send("POST", &format!("/pay/{id}/pay"), "email=nobody", FORM).await.status, 422);
    assert_eq!(run.send("POST", &format!("/pay/{id}/pay"), "email=b@example.com", FORM).await.status, 303);
    let session = run.read(&format!("/v1/checkout/sessions/{id}")).await;
    assert_eq!(session["customer_details"]["email"], "b@example.com");
}

#[tokio::test]
async fn an_expired_or_unknown_page_says_so() {
    let run = TrialRun::new().await;
    let id = run.session(PLAN).await;
    assert_eq!(run.send("POST", &format!("/pay/{id}/expire"), "", FORM).await.status, 303);
    let page = run.send("GET", &format!("/pay/{id}"), "", &[]).await;
    assert!(page.text.contains("has expired") && page.text.contains("http://localhost:8080/no"));
    assert_eq!(run.send("POST", &format!("/pay/{id}/pay"), "", FORM).await.status, 409);
    assert_eq!(run.send("GET", "/pay/cs_test_unknown", "", &[]).await.status, 404);
    assert_eq!(run.send("GET", "/pay/style.css", "", &[]).await.header("content-type"), "text/css; charset=utf-8");
}

#[tokio::test]
async fn the_merchant_sends_back_what_was_paid_once() {
    let run = TrialRun::new().await;
    let id = run.session(PLAN).await;
    let refund = format!("/pay/{id}/refund");
    // Before a payment there is nothing to refund.
    assert_eq!(run.send("POST", &refund, "", FORM).await.status, 303);
    assert_eq!(run.ledger().await.len(), 0);
    run.send("POST", &format!("/pay/{id}/pay"), "", FORM).await;
    let paid = run.send("GET", &format!("/pay/{id}"), "", &[]).await;
    assert!(paid.text.contains("Refund as the merchant") && !paid.text.contains("Refunded:"), "{}", paid.text);
    for _ in 0..2 {
        let done = run.send("POST", &refund, "", FORM).await;
        assert_eq!((done.status.as_u16(), done.header("location")), (303, format!("/pay/{id}").as_str()));
    }
    let page = run.send("GET", &format!("/pay/{id}"), "", &[]).await;
    assert!(
        page.text.contains("Refunded: AED 149.99") && !page.text.contains("Refund as the merchant"),
        "{}",
        page.text
    );
    assert_eq!(run.ledger().await.len(), 2);
}
