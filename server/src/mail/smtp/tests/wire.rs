//! Every letter as the message that is sent.

use mail_parser::{MessageParser, MimeHeaders as _, PartType};

use super::{MailError, letter, mailer};
use crate::mail::letters::tests::all_letters;
use crate::mail::{Letter, Picture};

/// A letter's header section and its body.
fn whole(letter: &Letter) -> (String, String) {
    let bytes = mailer().message(letter).expect("a message").formatted();
    let text = String::from_utf8(bytes).expect("readable bytes");
    let (head, body) = text.split_once("\r\n\r\n").expect("an end of the headers");
    (head.to_owned(), body.to_owned())
}

#[test]
fn every_letter_fits_the_oldest_mail_servers() {
    for (name, letter) in all_letters() {
        let (head, body) = whole(&letter);
        for line in head.split("\r\n").chain(body.split("\r\n")) {
            // RFC 5322: at most 998 characters per line, and no bare line break. 7 bits only, so no extension is
            // needed.
            assert!(line.len() <= 998, "{name}: a line of {} bytes", line.len());
            assert!(line.is_ascii() && !line.contains(['\r', '\n', '\0']), "{name}: {line:?}");
        }
        for line in body.split("\r\n").filter(|line| line.starts_with("Content-Transfer-Encoding: ")) {
            let encoding = line.trim_start_matches("Content-Transfer-Encoding: ");
            assert!(["7bit", "quoted-printable", "base64"].contains(&encoding), "{name}: {line}");
        }
    }
}

#[test]
fn every_letter_is_read_as_it_was_written() {
    for (name, letter) in all_letters() {
        let bytes = mailer().message(&letter).expect("a message").formatted();
        let parsed = MessageParser::default().parse(&bytes).expect("a message");
        assert_eq!(parsed.subject(), Some(letter.subject.as_str()), "{name}");
        assert_eq!(parsed.body_html(0).expect("a page").replace("\r\n", "\n"), letter.html, "{name}");
        assert_eq!(parsed.body_text(0).expect("a text").replace("\r\n", "\n").trim_end(), letter.text.trim_end());
        assert_eq!(parsed.message_id(), Some("ltr_1@lantern.example"), "{name}");
        assert_eq!((parsed.html_body.len(), parsed.text_body.len()), (1, 1), "{name}");
        let pictures: Vec<_> = parsed.parts.iter().filter(|part| part.content_id().is_some()).collect();
        assert_eq!(pictures.len(), letter.pictures.len(), "{name}");
        for (part, picture) in pictures.into_iter().zip(&letter.pictures) {
            assert_eq!(part.content_id(), Some(picture.content_id.as_str()), "{name}");
            assert_eq!(part.content_disposition().map(|it| it.ctype()), Some("inline"), "{name}");
            assert_eq!(part.content_type().and_then(|it| it.subtype()), Some("png"), "{name}");
            let (PartType::InlineBinary(bytes) | PartType::Binary(bytes)) = &part.body else {
                panic!("{name}: no file")
            };
            assert_eq!(bytes.as_ref(), picture.png.as_slice(), "{name}");
        }
    }
}

#[test]
fn a_picture_stands_beside_the_page_that_shows_it() {
    let (_, letter) = all_letters().into_iter().find(|(name, _)| name == "esim-ready.ar").expect("the letter");
    let bytes = mailer().message(&letter).expect("a message").formatted();
    let parsed = MessageParser::default().parse(&bytes).expect("a message");
    let kinds: Vec<_> = parsed
        .parts
        .iter()
        .map(|part| part.content_type().map(|kind| format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default())))
        .collect();
    let expected = ["multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"];
    assert_eq!(kinds, expected.map(|kind| Some(kind.to_owned())));
    let PartType::Multipart(alternatives) = &parsed.parts[0].body else { panic!("no alternatives") };
    let PartType::Multipart(related) = &parsed.parts[2].body else { panic!("nothing related") };
    assert_eq!((alternatives.as_slice(), related.as_slice()), (&[1, 2][..], &[3, 4][..]));
}

#[test]
fn no_secret_is_in_the_headers() {
    for (name, letter) in all_letters() {
        let (head, _) = whole(&letter);
        // A boundary is random for each letter, and holds any four digits now and then.
        let head = head.lines().filter(|line| !line.contains("boundary=")).collect::<Vec<_>>().join("\n");
        for secret in ["4821", "LPA", "truphone", "Zm9y", "1W1Z9P7"] {
            assert!(!head.contains(secret), "{name}: {head}");
        }
    }
}

#[test]
fn pictures_cannot_add_headers() {
    let with = |content_id: &str| {
        let picture = Picture { content_id: content_id.to_owned(), file_name: "esim.png", png: vec![1] };
        mailer().message(&Letter { pictures: vec![picture], ..letter() })
    };
    assert!(with("a.qr@shop.example").is_ok());
    for evil in
        ["", "a", "@", "a@", "@b", "a@b@c", "a b@c", "a@b>\r\nBcc: x@example.com", "<a@b>", "é@b", &"a".repeat(600)]
    {
        assert!(matches!(with(evil), Err(MailError::Permanent(_))), "{evil:?}");
    }
}
