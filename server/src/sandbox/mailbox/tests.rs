use std::sync::Arc;
use std::time::Duration;

use lettre::message::header::ContentType;
use lettre::message::{Attachment, MultiPart, SinglePart};
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::sandbox::trial_run::TrialRun;

async fn start(run: &TrialRun) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(Arc::clone(&run.sandbox).serve_smtp(listener, std::future::pending()));
    port
}

/// Sends everything at once (pipelining), then reads to the end.
async fn talk(port: u16, lines: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.expect("a connection");
    stream.write_all(lines.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    let _ = tokio::time::timeout(Duration::from_secs(5), stream.read_to_string(&mut answer)).await.expect("in time");
    answer
}

fn codes(answer: &str) -> Vec<&str> {
    answer.lines().filter(|line| line.as_bytes().get(3) == Some(&b' ')).map(|line| &line[..3]).collect()
}

#[tokio::test]
async fn a_letter_of_a_real_client_is_kept_and_shown() {
    let mut run = TrialRun::new().await;
    let port = start(&run).await;
    let letter = Message::builder()
        .from("Northquay <shop@northquay.example>".parse().expect("an address"))
        .to("Sara <sara@example.com>".parse().expect("an address"))
        .subject("إيصالك & receipt")
        .multipart(MultiPart::alternative_plain_html(
            ".starts with a dot\nمرحبا".to_owned(),
            "<html><head><title>x</title></head><body><p style=\"color:red\">Hello <b>Sara</b></p><script>bad()</script></body></html>".to_owned(),
        ))
        .expect("a letter");
    let client = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous("127.0.0.1").port(port).build();
    client.send(letter.clone()).await.expect("taken");
    client.send(letter).await.expect("taken twice over one connection");
    run.restart().await;

    let told = run.send("GET", "/mailbox.json", "", &[]).await.json();
    assert_eq!(told["letters"].as_array().map(Vec::len), Some(2));
    let letter = &told["letters"][0];
    assert_eq!(letter["to"], serde_json::json!(["sara@example.com"]));
    assert_eq!(letter["subject"], "إيصالك & receipt");
    assert_eq!(letter["received_at"], "2026-11-20T12:00:00.000Z");
    assert!(letter["text"].as_str().expect("text").replace("\r\n", "\n").starts_with(".starts with a dot\nمرحبا"));
    assert!(letter["html"].as_str().expect("html").contains("<b>Sara</b>"));
    let id = letter["id"].as_str().expect("an id");

    let list = run.send("GET", "/mailbox", "", &[]).await;
    assert!(list.text.contains("إيصالك &amp; receipt") && list.text.contains(&format!("mailbox/{id}")));
    let page = run.send("GET", &format!("/mailbox/{id}"), "", &[]).await;
    assert!(page.text.contains(&format!("src=\"{id}/html\"")) && page.text.contains(".starts with a dot"));
    assert!(page.header("content-security-policy").contains("frame-src 'self'"));
    assert!(!page.text.contains("bad()"));
    let html = run.send("GET", &format!("/mailbox/{id}/html"), "", &[]).await;
    assert!(html.text.contains("<head><base target=\"_blank\">"));
    let policy = html.header("content-security-policy");
    assert!(
        policy.contains("default-src 'none'") && policy.contains("sandbox") && !policy.contains("script"),
        "{policy}"
    );
    assert_eq!(run.control("GET", "/mails", "").await.json()["mails"][0]["id"], id);
}

#[tokio::test]
async fn pictures_inside_a_letter_are_shown() {
    let run = TrialRun::new().await;
    let port = start(&run).await;
    let page = "<p><img src=\"cid:one@shop.example\"><img src=\"cid:two@shop.example\">\
                <img src=\"cid:svg@shop.example\"><img src=\"https://elsewhere.example/p.png\"></p>";
    let part = |id: &str, kind: &str, bytes: &[u8]| {
        Attachment::new_inline(id.to_owned()).body(bytes.to_vec(), ContentType::parse(kind).expect("a kind"))
    };
    let related = MultiPart::related()
        .singlepart(SinglePart::html(page.to_owned()))
        .singlepart(part("one@shop.example", "image/png", &[0x89, b'P', 0, 255]))
        .singlepart(part("svg@shop.example", "image/svg+xml", b"<svg onload='bad()'/>"));
    let letter = Message::builder()
        .from("shop@northquay.example".parse().expect("an address"))
        .to("sara@example.com".parse().expect("an address"))
        .subject("picture")
        .multipart(MultiPart::alternative().singlepart(SinglePart::plain("text".to_owned())).multipart(related))
        .expect("a letter");
    let client = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous("127.0.0.1").port(port).build();
    client.send(letter).await.expect("taken");

    let told = run.send("GET", "/mailbox.json", "", &[]).await.json();
    let letter = &told["letters"][0];
    let picture = json!({ "content_id": "one@shop.example", "media_type": "image/png", "base64": "iVAA/w==" });
    assert_eq!(letter["pictures"], json!([picture]));
    assert_eq!((letter["html"].as_str(), letter["text"].as_str()), (Some(page), Some("text")));
    let id = letter["id"].as_str().expect("an id");
    let shown = run.send("GET", &format!("/mailbox/{id}/html"), "", &[]).await;
    assert!(shown.text.contains("<img src=\"data:image/png;base64,iVAA/w==\">"), "{}", shown.text);
    // A picture that is not part of the letter is not shown: the policy lets nothing else load.
    assert!(shown.text.contains("cid:two@") && shown.text.contains("cid:svg@") && !shown.text.contains("svg+xml"));
    let policy = shown.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("img-src data:;"), "{policy}");
}

#[tokio::test]
async fn the_list_is_empty_at_first_and_can_be_searched() {
    let run = TrialRun::new().await;
    assert!(run.send("GET", "/mailbox", "", &[]).await.text.contains("No letters yet"));
    let port = start(&run).await;
    let letter = |to: &str| format!("MAIL FROM:<>\r\nRCPT TO:<{to}>\r\nDATA\r\nSubject: to {to}\r\n\r\nx\r\n.\r\n");
    talk(port, &format!("EHLO x\r\n{}{}QUIT\r\n", letter("a@example.com"), letter("B@example.com"))).await;
    let found = run.send("GET", "/mailbox.json?to=b@EXAMPLE", "", &[]).await.json();
    assert_eq!(found["letters"].as_array().map(Vec::len), Some(1));
    let none = run.send("GET", "/mailbox?to=%3Cb%3E", "", &[]).await;
    assert!(none.text.contains("No letters to “&lt;b&gt;”"));
    assert_eq!(run.send("GET", "/mailbox/mail_x", "", &[]).await.status, 404);
}

#[tokio::test]
async fn the_conversation_is_strict_enough() {
    let run = TrialRun::new().await;
    let port = start(&run).await;
    let told = talk(
        port,
        "RCPT TO:<a@b.c>\r\nDATA\r\nMAIL FROM:a@b.c\r\nmail from: <a@b.c> BODY=8BITMIME SIZE=10\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<>\r\n\
         rcpt to:<d@e.f>\r\nRSET\r\nDATA\r\nNOOP\r\nAUTH PLAIN x\r\nSTARTTLS\r\nHELO x\r\nMAIL FROM:<a@b.c> SIZE=9999999\r\nQUIT\r\n",
    )
    .await;
    let expected = [
        "220", "503", "503", "501", "250", "503", "501", "250", "250", "503", "250", "502", "502", "250", "552", "221",
    ];
    assert_eq!(codes(&told), expected, "{told}");

    let dots = "HELO x\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<d@e.f>\r\nDATA\r\nSubject: dots\r\n\r\n..one\r\n...two\r\n.\n.\r\nQUIT\r\n";
    assert_eq!(codes(&talk(port, dots).await), ["220", "250", "250", "250", "354", "250", "221"]);
    let told = run.send("GET", "/mailbox.json", "", &[]).await.json();
    assert_eq!(told["letters"][0]["text"], ".one\r\n..two\r\n\n");

    let big = "x".repeat(1_000) + "\r\n";
    let letter =
        format!("HELO x\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<d@e.f>\r\nDATA\r\n{}.\r\nQUIT\r\n", big.repeat(1_100));
    assert_eq!(codes(&talk(port, &letter).await), ["220", "250", "250", "250", "354", "552", "221"]);
    assert_eq!(codes(&talk(port, &"x".repeat(3_000)).await), ["220", "500"]);
    assert_eq!(run.send("GET", "/mailbox.json", "", &[]).await.json()["letters"].as_array().map(Vec::len), Some(1));
}

const CONVERSATION: &str = "EHLO shop\r\nMAIL FROM:<a@x.example>\r\nRCPT TO:<b@y.example>\r\nDATA\r\n\
                            Subject: one\r\n\r\nHello\r\n.\r\nQUIT\r\n";

#[tokio::test]
async fn a_mail_server_can_be_made_to_fail_at_every_step() {
    let run = TrialRun::new().await;
    let port = start(&run).await;
    let whole = ["220", "250", "250", "250", "354", "250", "221"];
    let cases: [(&str, &str, &[&str], usize); 10] = [
        ("mail.greeting", "error_500", &["421"], 0),
        ("mail.greeting", "refuse", &["550"], 0),
        ("mail.sender", "refuse", &["220", "250", "550", "503", "503", "502", "502", "502", "502", "221"], 0),
        ("mail.recipient", "error_500", &["220", "250", "250", "451", "503", "502", "502", "502", "502", "221"], 0),
        ("mail.letter", "refuse", &["220", "250", "250", "250", "354", "550", "221"], 0),
        ("mail.greeting", "timeout_before", &[], 0),
        ("mail.letter", "error_500", &["220", "250", "250", "250", "354", "451", "221"], 0),
        ("mail.letter", "timeout_before", &["220", "250", "250", "250", "354"], 0),
        ("mail.letter", "timeout_after", &["220", "250", "250", "250", "354"], 1),
        ("mail.letter", "slow", &whole, 1),
    ];
    let mut kept = 0;
    for (operation, kind, wanted, more) in cases {
        let mut fault = json!({ "operation": operation, "kind": kind, "delay_ms": 30 });
        if kind == "refuse" {
            fault["value"] = json!("550 5.7.1 not from you");
        }
        run.control("POST", "/faults", &fault.to_string()).await;
        assert_eq!(codes(&talk(port, CONVERSATION).await), wanted, "{operation} {kind}");
        kept += more;
        let mails = run.control("GET", "/mails", "").await.json()["mails"].as_array().map(Vec::len);
        assert_eq!(mails, Some(kept), "{operation} {kind}");
    }
    assert_eq!(codes(&talk(port, CONVERSATION).await), whole, "each fault counts once");
}
