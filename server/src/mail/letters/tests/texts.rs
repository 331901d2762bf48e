//! Every letter's plain text in every language, as reviewed, one file per language. Changed words show up here:
//! `ONEFARE_WRITE_TEXTS=1 cargo test -p onefare-server letters` rewrites the files for review.

use std::path::Path;

use onefare_core::language::Language;

use super::case;

#[test]
fn every_letter_reads_as_it_did() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/mail/letters/tests/texts");
    for language in Language::ALL {
        let written: String = case(language)
            .every_letter()
            .into_iter()
            .map(|(kind, letter)| format!("==== {kind} ====\nSubject: {}\n\n{}\n", letter.subject, letter.text))
            .collect();
        let file = folder.join(format!("{}.txt", language.code()));
        if std::env::var_os("ONEFARE_WRITE_TEXTS").is_some() {
            std::fs::write(&file, &written).expect("written");
        }
        let expected = std::fs::read_to_string(&file).expect("a file of texts");
        let first = written.lines().zip(expected.lines()).find(|(now, then)| now != then);
        assert!(written == expected, "{language:?}: {first:?}");
    }
}
