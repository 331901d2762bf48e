use serde_json::json;

use super::about;
use crate::sandbox::trial_run::TrialRun;

#[tokio::test]
async fn a_person_sees_every_order_and_what_became_of_it() {
    let run = TrialRun::new().await.at_once().await;
    let empty = run.send("GET", "/esims", "", &[]).await;
    assert_eq!(empty.status, 200);
    for text in ["Sandbox", "No orders yet", "USD 1000.00"] {
        assert!(empty.text.contains(text), "{text} in {}", empty.text);
    }
    let number = run.esim_order("esim_<1>").await;
    let esim = run.esims("esim/query", &about(&number)).await.obj()["esimList"][0].clone();
    let shown = run.send("GET", "/esims", "", &[]).await.text;
    for text in ["Spain 3GB 15Days", "USD 2.10", "USD 997.90", "esim_&lt;1&gt;", "Made", &number] {
        assert!(shown.contains(text), "{text} in {shown}");
    }
    assert!(shown.contains(esim["ac"].as_str().expect("a code")) && !shown.contains("<1>"));
    run.esims("esim/cancel", &json!({ "esimTranNo": esim["esimTranNo"] })).await.obj();
    run.control("POST", "/esims/script", r#"{"deed":"slow","making_ms":600000}"#).await;
    run.esim_order("b").await;
    let shown = run.send("GET", "/esims", "", &[]).await.text;
    assert!(shown.contains("Cancelled") && shown.contains("Being made"), "{shown}");
}

#[tokio::test]
async fn the_page_runs_no_script_and_is_kept_by_nobody() {
    let run = TrialRun::new().await;
    let page = run.send("GET", "/esims", "", &[]).await;
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; style-src 'self'"), "{policy}");
    assert_eq!(page.header("cache-control"), "no-store");
    assert!(!page.text.contains("<script") && !page.text.contains(" style="));
    let style = run.send("GET", "/esims/style.css", "", &[]).await;
    assert_eq!((style.status.as_u16(), style.header("content-type")), (200, "text/css; charset=utf-8"));
}
