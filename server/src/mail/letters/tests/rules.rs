//! The rules for every letter in every language.

use onefare_core::language::Direction;

use super::all_letters;

#[test]
fn nothing_is_left_unfilled() {
    for (name, letter) in all_letters() {
        let body = letter.html.split_once("</style>").expect("a style").1;
        for text in [letter.subject.as_str(), letter.text.as_str(), body] {
            assert!(!text.contains('{') && !text.contains('}'), "{name}: {text}");
        }
    }
}

#[test]
fn each_says_in_which_language_and_direction_it_is() {
    for (name, letter) in all_letters() {
        let (code, direction) = (letter.language.code(), letter.language.direction());
        assert!(name.ends_with(code));
        assert!(letter.html.contains(&format!("<html lang=\"{code}\" dir=\"{}\">", direction.code())), "{name}");
        let wrong = if direction == Direction::Rtl { "align=\"left\"" } else { "align=\"right\"" };
        // Codes to copy read left to right everywhere; values are on the far side of their labels.
        let page = letter.html.replace("align=\"left\" dir=\"ltr\"", "").replace("align=\"right\" valign=\"top\"", "");
        let page = page.replace("align=\"left\" valign=\"top\"", "");
        assert!(!page.contains(wrong), "{name}");
        assert!(letter.text.contains("Lantern") && letter.html.contains("Lantern"), "{name}");
        assert!(letter.text.contains("help@shop.example"), "{name}");
    }
}

#[test]
fn the_page_loads_nothing_and_opens_nothing() {
    for (name, letter) in all_letters() {
        let page = match letter.pictures.as_slice() {
            [] => letter.html.clone(),
            [picture] => letter.html.replacen(&format!("<img src=\"cid:{}\"", picture.content_id), "", 1),
            more => panic!("{name}: {} pictures", more.len()),
        };
        for forbidden in
            ["<img", "<script", "<link", "url(", "@import", "src=", "<form", "session_id", "hash", "<iframe"]
        {
            assert!(!page.contains(forbidden), "{forbidden} in {name}");
        }
        assert_eq!(page.contains("token"), name.starts_with("sign-in-link"), "{name}");
        // Some mailboxes truncate larger pages.
        assert!(letter.html.len() < 40_000, "{name}: {} bytes", letter.html.len());
        assert!(letter.html.matches("<table").count() == letter.html.matches("</table>").count(), "{name}");
        assert!(!letter.subject.chars().any(char::is_control), "{name}");
    }
}

#[test]
fn every_isolate_that_opens_closes() {
    for (name, letter) in all_letters() {
        for text in [&letter.text, &letter.subject, &letter.html] {
            let opened = text.matches(['\u{2066}', '\u{2067}', '\u{2068}']).count();
            assert_eq!(opened, text.matches('\u{2069}').count(), "{name}");
        }
    }
}

#[test]
fn both_forms_carry_the_same_links() {
    for (name, letter) in all_letters() {
        let links = letter.html.split("href=\"").skip(1).filter_map(|rest| rest.split_once('"'));
        for (link, _) in links {
            let link = link.replace("&amp;", "&");
            assert!(letter.text.contains(&link), "{name}: {link}");
            assert!(link.starts_with("https://"), "{name}: {link}");
        }
    }
}
