use std::sync::{Arc, Mutex};
use std::time::Duration;

use mail_parser::{MessageParser, MimeHeaders as _};
use onefare_core::email::Email;
use onefare_core::language::Language;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::{MailError, MailSettings, MailSetupError, Mailer, Security};
use crate::mail::Letter;

mod foreign;
mod wire;

fn settings(port: u16) -> MailSettings {
    MailSettings {
        host: "127.0.0.1".to_owned(),
        port,
        security: Security::None,
        user: None,
        password: None,
        from: "Lantern <hello@lantern.example>".to_owned(),
        reply_to: Some("help@lantern.example".to_owned()),
        timeout: Duration::from_secs(3),
    }
}

fn letter() -> Letter {
    Letter {
        to: Email::parse("amal@example.com").expect("an address"),
        subject: "إيصال الطلب \u{2068}7K3M-92PD\u{2069} · receipt".to_owned(),
        html: "<p>مرحبا &amp; hello</p>".to_owned(),
        text: "مرحبا & hello\n.\n..two dots\nFrom: nobody\n".to_owned(),
        language: Language::Ar,
        message_id: "ltr_1".to_owned(),
        pictures: vec![],
    }
}

pub fn mailer() -> Mailer {
    Mailer::new(&settings(25)).expect("a mailer")
}

/// A mail server that replies `answer` to commands that start with `at`, and accepts all others.
async fn server(at: &'static str, answer: &'static str) -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let letters = Arc::new(Mutex::new(vec![]));
    let kept = Arc::clone(&letters);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let _ = converse(stream, at, answer, &kept).await;
        }
    });
    (port, letters)
}

async fn converse(stream: TcpStream, at: &str, answer: &str, kept: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let greeting = if at == "GREETING" { answer } else { "220 test" };
    stream.write_all(format!("{greeting}\r\n").as_bytes()).await?;
    let mut line = String::new();
    while stream.read_line(&mut line).await? > 0 {
        let command = std::mem::take(&mut line);
        let usual = match command.get(..4) {
            Some("EHLO") => "250-test\r\n250 AUTH PLAIN",
            Some("AUTH") => "235 ok",
            Some("DATA") => "354 go on",
            Some("QUIT") => "221 bye",
            _ => "250 ok",
        };
        let said = if command.starts_with(at) { answer } else { usual };
        if said.is_empty() {
            tokio::time::sleep(Duration::from_secs(60)).await;
        }
        stream.write_all(format!("{said}\r\n").as_bytes()).await?;
        if said.starts_with("354") {
            let mut letter = String::new();
            while stream.read_line(&mut line).await? > 0 && line != ".\r\n" {
                letter.push_str(line.strip_prefix('.').unwrap_or(&line));
                line.clear();
            }
            line.clear();
            kept.lock().expect("the letters").push(letter);
            stream.write_all(if at == "BODY" { answer.as_bytes() } else { b"250 kept" }).await?;
            stream.write_all(b"\r\n").await?;
        }
    }
    Ok(())
}

async fn outcome(at: &'static str, answer: &'static str) -> Result<(), MailError> {
    let (port, _) = server(at, answer).await;
    Mailer::new(&settings(port)).expect("a mailer").send(&letter()).await
}

#[tokio::test]
async fn a_letter_arrives_as_it_was_written() {
    let (port, letters) = server("-", "").await;
    Mailer::new(&settings(port)).expect("a mailer").send(&letter()).await.expect("sent");
    let raw = letters.lock().expect("the letters")[0].clone();
    let parsed = MessageParser::default().parse(raw.as_bytes()).expect("a message");
    let letter = letter();
    assert_eq!(parsed.subject(), Some(letter.subject.as_str()));
    assert_eq!(parsed.body_html(0).as_deref(), Some(letter.html.as_str()));
    let text = parsed.body_text(0).expect("a text").replace("\r\n", "\n");
    assert_eq!(text.trim_end(), letter.text.trim_end());
    assert_eq!(parsed.message_id(), Some("ltr_1@lantern.example"));
    let address = |list: Option<&mail_parser::Address<'_>>| {
        list.and_then(|list| list.first()).and_then(|one| one.address()).map(str::to_owned)
    };
    assert_eq!(address(parsed.to()).as_deref(), Some("amal@example.com"));
    assert_eq!(address(parsed.from()).as_deref(), Some("hello@lantern.example"));
    assert_eq!(address(parsed.reply_to()).as_deref(), Some("help@lantern.example"));
    assert_eq!(parsed.content_type().and_then(|kind| kind.subtype()), Some("alternative"));
    assert!(raw.contains("Auto-Submitted: auto-generated\r\n") && raw.contains("Content-Language: ar\r\n"));
    assert!(raw.contains("\r\nDate: "));
}

#[tokio::test]
async fn refusals_of_the_letter_are_permanent() {
    for (at, answer) in [
        ("RCPT", "550 5.1.1 <amal@example.com> unknown"),
        ("RCPT", "550 no such user"),
        ("RCPT", "553 5.1.3 no address"),
        ("RCPT", "501 syntax"),
        ("RCPT", "556 5.1.10 <amal@example.com> takes no mail"),
        ("RCPT", "552 5.2.2 full"),
        ("DATA", "554 5.1.1 no valid recipients"),
        ("BODY", "554 5.7.1 no"),
        ("BODY", "550 5.7.0 looks like spam"),
        ("BODY", "552 5.3.4 too large"),
        ("BODY", "554 no"),
    ] {
        let error = outcome(at, answer).await.expect_err("a refusal");
        assert!(matches!(error, MailError::Permanent(_)), "{at} {answer}: {error}");
        assert!(!format!("{error} {error:?}").contains("amal"), "the address shows");
    }
}

#[tokio::test]
async fn refusals_that_would_meet_every_letter_are_about_us() {
    for (at, answer) in [
        ("GREETING", "554 5.3.2 no mail here"),
        ("GREETING", "521 no mail here"),
        ("EHLO", "550 who are you"),
        ("MAIL", "550 5.7.1 not in your name"),
        ("MAIL", "553 5.1.8 <amal@example.com> is no domain"),
        ("MAIL", "552 full"),
        ("MAIL", "530 5.7.0 log in first"),
        ("RCPT", "530 5.7.0 log in first"),
        ("RCPT", "554 5.7.1 <amal@example.com>: Relay access denied"),
        ("RCPT", "550 relay not permitted"),
        ("RCPT", "550 5.4.5 your quota for today is used up"),
        ("RCPT", "503 5.5.1 out of turn"),
        ("DATA", "503 out of turn"),
        ("BODY", "550 5.7.26 amal@example.com: your domain is not authenticated"),
        ("BODY", "554 5.1.7 no such sender"),
        ("BODY", "554 5.3.0 the server is broken"),
    ] {
        let error = outcome(at, answer).await.expect_err("a refusal");
        assert!(matches!(error, MailError::Refused(_)), "{at} {answer}: {error}");
        assert!(!format!("{error} {error:?}").contains("amal"), "the address shows");
    }
}

#[tokio::test]
async fn troubles_of_the_server_are_transient() {
    let troubles = [
        ("RCPT", "450 4.2.1 later"),
        ("BODY", "451 4.3.0 later"),
        ("GREETING", "421 busy"),
        ("MAIL", "421 going down"),
        ("DATA", "nonsense"),
    ];
    for (at, answer) in troubles {
        let error = outcome(at, answer).await.expect_err("a trouble");
        assert!(matches!(error, MailError::Transient(_)), "{at} {answer}: {error}");
    }
}

#[tokio::test]
async fn a_refused_login_is_our_trouble_not_the_letters() {
    let (port, _) = server("AUTH", "535 5.7.8 wrong").await;
    let user = Some("shop".to_owned());
    let settings = MailSettings { user, password: Some("secret-word".into()), ..settings(port) };
    assert!(!format!("{settings:?}").contains("secret-word"));
    let error = Mailer::new(&settings).expect("a mailer").send(&letter()).await.expect_err("a refusal");
    assert!(matches!(error, MailError::Refused(_)), "{error}");
}

#[tokio::test]
async fn a_letter_that_was_taken_is_sent_whatever_becomes_of_the_goodbye() {
    let (port, letters) = server("QUIT", "").await;
    let begun = std::time::Instant::now();
    Mailer::new(&settings(port)).expect("a mailer").send(&letter()).await.expect("sent");
    assert!(begun.elapsed() < Duration::from_secs(2), "it waited for the goodbye");
    assert_eq!(letters.lock().expect("the letters").len(), 1);
}

#[tokio::test]
async fn silence_and_absence_are_transient() {
    let (port, _) = server("RCPT", "").await;
    let quick = MailSettings { timeout: Duration::from_millis(300), ..settings(port) };
    let error = Mailer::new(&quick).expect("a mailer").send(&letter()).await.expect_err("silence");
    assert!(matches!(error, MailError::Transient(_)), "{error}");

    let port =
        std::net::TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a port").port();
    let error = Mailer::new(&settings(port)).expect("a mailer").send(&letter()).await.expect_err("nobody");
    assert!(matches!(error, MailError::Transient(_)), "{error}");
}

#[tokio::test]
async fn without_tls_nothing_is_said_when_tls_is_wanted() {
    let (port, letters) = server("-", "").await;
    for security in [Security::StartTls, Security::Tls] {
        let settings = MailSettings { security, timeout: Duration::from_secs(1), ..settings(port) };
        let error = Mailer::new(&settings).expect("a mailer").send(&letter()).await.expect_err("no TLS");
        assert!(matches!(error, MailError::Transient(_)), "{security:?}: {error}");
    }
    assert!(letters.lock().expect("the letters").is_empty());
}

#[test]
fn no_value_can_add_a_header() {
    let mailer = Mailer::new(&settings(25)).expect("a mailer");
    for evil in ["a\r\nBcc: x@example.com", "a\nBcc: x", "a\rb", "a\0b", "a\u{85}b", "\u{1b}[31m"] {
        let subject = Letter { subject: evil.to_owned(), ..letter() };
        assert!(matches!(mailer.message(&subject), Err(MailError::Permanent(_))), "{evil:?} as a subject");
        let id = Letter { message_id: evil.to_owned(), ..letter() };
        assert!(matches!(mailer.message(&id), Err(MailError::Permanent(_))), "{evil:?} as an id");
        assert!(Email::parse(&format!("a{evil}@example.com")).is_err(), "{evil:?} in an address");
        let sender = MailSettings { from: format!("Shop {evil} <a@example.com>"), ..settings(25) };
        assert!(matches!(Mailer::new(&sender), Err(MailSetupError::Address(_))), "{evil:?} in the sender");
    }
    for id in ["", "a b", "a>b", "a@b", "<a>"] {
        assert!(mailer.message(&Letter { message_id: id.to_owned(), ..letter() }).is_err(), "{id:?} as an id");
    }
    // Line breaks are part of the letter's text, and stay there.
    let body = Letter { text: "hello\r\n\r\nBcc: x@example.com".to_owned(), ..letter() };
    let message = mailer.message(&body).expect("a message").formatted();
    assert!(MessageParser::default().parse(&message).expect("a message").bcc().is_none());
    // A long subject is folded, not cut, and folding adds no header.
    let long = Letter { subject: "إيصال Bcc: x ".repeat(40).trim().to_owned(), ..letter() };
    let message = mailer.message(&long).expect("a message").formatted();
    let parsed = MessageParser::default().parse(&message).expect("a message");
    assert_eq!(parsed.subject(), Some(long.subject.as_str()));
    assert!(parsed.bcc().is_none());
}

#[test]
fn unusable_settings_are_refused_at_start() {
    let with = |change: fn(&mut MailSettings)| {
        let mut settings = settings(25);
        change(&mut settings);
        Mailer::new(&settings).map(|_| ())
    };
    assert!(matches!(with(|s| s.from = "nobody".to_owned()), Err(MailSetupError::Address(_))));
    assert!(matches!(with(|s| s.reply_to = Some("x".to_owned())), Err(MailSetupError::Address(_))));
    assert!(matches!(with(|s| s.user = Some("u".to_owned())), Err(MailSetupError::HalfCredentials)));
    let login = |settings: &mut MailSettings| {
        settings.user = Some("u".to_owned());
        settings.password = Some("p".into());
    };
    let mut far = settings(25);
    login(&mut far);
    far.host = "mail.example.com".to_owned();
    assert!(matches!(Mailer::new(&far), Err(MailSetupError::PlainPassword)));
    far.security = Security::StartTls;
    assert!(Mailer::new(&far).is_ok());
    let mut near = settings(25);
    login(&mut near);
    assert!(Mailer::new(&near).is_ok());
    assert_eq!(Security::parse("tls"), Some(Security::Tls));
    assert_eq!(Security::parse("TLS"), None);
}

#[test]
fn letters_come_from_the_brand_unless_a_sender_is_set() {
    let brand = crate::mail::letters::tests::brand("Quay, \"Sons\" & Co");
    let mail = |from: Option<&str>, security: &str| crate::config::Mail {
        host: "127.0.0.1".to_owned(),
        port: 25,
        security: security.to_owned(),
        login: Some(("shop".to_owned(), "word".into())),
        from: from.map(str::to_owned),
    };
    let sender = |from| {
        let mailer = Mailer::from_config(&mail(from, "none"), &brand).expect("a mailer");
        let message = mailer.message(&letter()).expect("a message").formatted();
        let parsed = MessageParser::default().parse(&message).expect("a message");
        let from = parsed.from().and_then(|list| list.first()).expect("a sender").clone();
        (from.name.map(|name| name.into_owned()), from.address.map(|address| address.into_owned()))
    };
    let expected = (Some("Quay, \"Sons\" & Co".to_owned()), Some("help@shop.example".to_owned()));
    assert_eq!(sender(None), expected);
    assert_eq!(sender(Some("a@example.com")).1.as_deref(), Some("a@example.com"));
    assert!(matches!(Mailer::from_config(&mail(None, "ssl"), &brand), Err(MailSetupError::Security(_))));
}

#[test]
fn a_letter_in_a_log_gives_nobody_away() {
    let text = format!("{:?}", letter());
    for secret in ["amal@", "hello", "7K3M"] {
        assert!(!text.contains(secret), "{text}");
    }
}
