//! `ONEFARE_LETTERS=folder cargo test -p onefare-server letters` writes every letter to that folder for inspection: as
//! HTML, as plain text, and as the whole message that is sent.

use std::path::PathBuf;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::all_letters;
use crate::mail::smtp::tests::mailer;

#[test]
fn letters_can_be_looked_at() {
    let Some(folder) = std::env::var_os("ONEFARE_LETTERS").map(PathBuf::from) else { return };
    for (name, letter) in all_letters() {
        let page = letter.pictures.iter().fold(letter.html.clone(), |page, picture| {
            let data = format!("data:image/png;base64,{}", BASE64_STANDARD.encode(&picture.png));
            page.replace(&format!("cid:{}", picture.content_id), &data)
        });
        let whole = mailer().message(&letter).expect("a message").formatted();
        std::fs::write(folder.join(format!("{name}.html")), page).expect("written");
        std::fs::write(folder.join(format!("{name}.txt")), &letter.text).expect("written");
        std::fs::write(folder.join(format!("{name}.eml")), whole).expect("written");
    }
}
