use onefare_core::delivery::{Installation, Known};
use onefare_core::language::Language;

use super::{CODE, case};
use crate::mail::letters::LetterError;
use crate::mail::letters::esim_ready::EsimReady;
use crate::mail::qr_code::read;

const APPLE: &str = "https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=";
const ANDROID: &str = "https://esimsetup.android.com/esim_qrcode_provisioning?carddata=";

#[test]
fn it_has_every_way_to_install() {
    for language in Language::ALL {
        let letter = case(language).esim().letter().expect("a letter");
        for piece in [
            &format!("{APPLE}{CODE}"),
            &format!("{ANDROID}{CODE}"),
            "rsp.truphone.example",
            "QR-G-5C-1LS-1W1Z9P7",
            "https://shop.example/esim/tutorial",
            "https://shop.example/panel",
            "7K3M-92PD",
        ] {
            assert!(letter.html.contains(piece), "{language:?}: the page lacks {piece}");
            assert!(letter.text.contains(piece), "{language:?}: the text lacks {piece}");
        }
        let typed = CODE.strip_prefix("LPA:").expect("the prefix of pictures and links");
        // On a line of its own, so that nothing invisible is copied along.
        for alone in [typed, "rsp.truphone.example", "QR-G-5C-1LS-1W1Z9P7"] {
            assert!(letter.text.lines().any(|line| line == alone), "{language:?}: {alone}");
        }
        let [picture] = letter.pictures.as_slice() else { panic!("one picture") };
        assert_eq!(picture.content_id, "ltr_1.qr@shop.example");
        assert!(letter.html.contains("<img src=\"cid:ltr_1.qr@shop.example\" alt=\""));
        assert!(letter.html.contains("width=\"160\" height=\"160\""));
        assert_eq!(read(&picture.png), CODE);
    }
}

#[test]
fn the_code_stands_in_the_body_and_nowhere_else() {
    let case = case(Language::En);
    let esim = case.esim();
    let letter = esim.letter().expect("a letter");
    let preview =
        letter.html.split_once("mso-hide:all\">").expect("a preview").1.split_once("</div>").expect("its end").0;
    for said in [&format!("{esim:?}"), &format!("{letter:?}"), &letter.subject, preview, &letter.message_id] {
        for secret in ["truphone", "5C-1LS", "LPA"] {
            assert!(!said.contains(secret), "{said}");
        }
    }
    assert!(!format!("{:?}", letter.pictures).contains("PNG"));
}

fn written(known: &Known<'_>) -> Result<crate::mail::Letter, LetterError> {
    let case = case(Language::En);
    let installation = Installation::of(known);
    EsimReady { installation: &installation, ..case.esim() }.letter()
}

#[test]
fn a_confirmation_code_is_announced_only_where_one_is_asked_for() {
    let asks = Known { generated: Some("LPA:1$rsp.truphone.example$ABC$$1"), ..Known::default() };
    let letter = written(&asks).expect("a letter");
    assert!(letter.text.contains("Confirmation code\n") && letter.html.contains(">Confirmation code<"));
    assert_eq!(read(&letter.pictures[0].png), "LPA:1$rsp.truphone.example$ABC$$1");
    assert!(!case(Language::En).esim().letter().expect("a letter").text.contains("onfirmation code"));
}

#[test]
fn what_is_missing_is_left_out() {
    let page = "https://supplier.example/install/9?x=1&y=2";
    let link = written(&Known { generated: Some(page), ..Known::default() }).expect("a letter");
    assert!(link.text.contains(page) && link.html.contains("install/9?x=1&amp;y=2"));
    assert!(link.text.contains("Install the eSIM:") && link.pictures.is_empty() && !link.html.contains("<img"));
    assert!(!link.text.contains("Activation code") && !link.html.contains("scan this code"));

    let parts = Known { smdp_address: Some("rsp.truphone.example"), ..Known::default() };
    let part = written(&parts).expect("a letter");
    assert!(part.text.contains("SM-DP+ address:\nrsp.truphone.example\n"));
    assert!(!part.text.contains("Activation code:") && !part.text.contains("esimsetup") && part.pictures.is_empty());

    // A server that recognises the phone by itself: the matching id is known to be empty.
    let empty = written(&Known { matching_id: Some(""), ..parts }).expect("a letter");
    assert_eq!(read(&empty.pictures[0].png), "LPA:1$rsp.truphone.example$");
    assert!(!empty.text.contains("Activation code:"));

    assert!(matches!(written(&Known::default()), Err(LetterError::NothingToInstall)));
    let evil = Known { generated: Some("javascript:alert(1)"), ..Known::default() };
    assert!(matches!(written(&evil), Err(LetterError::NothingToInstall)));
}

#[test]
fn who_reads_it_on_the_phone_finds_the_buttons_first() {
    let html = case(Language::En).esim().letter().expect("a letter").html;
    let at = |piece: &str| html.find(piece).expect("there");
    assert!(
        at(APPLE) < at("scan this code")
            && at("scan this code") < at("<img")
            && at("<img") < at(">rsp.truphone.example<")
    );
}
