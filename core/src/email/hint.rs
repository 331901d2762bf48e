//! "Did you mean": the likely slip in an address whose domain is nearly a well-known one.
//!
//! A hint is only ever offered, never applied: the address may be right. So it errs on the quiet side.

use super::{check, is_space};

/// Shortest name that may be repaired. One slip reaches some 290 of the 12 million names of five letters, but one in a
/// hundred names of three: among those, too many belong to another person.
const SHORTEST_NAME: usize = 5;

/// Shortest ending that may be repaired: a country's two letters, one off, are another country.
const SHORTEST_ENDING: usize = 3;

/// Well-known mail domains, the most used first: world-wide, the Gulf, the Netherlands and its neighbours. A domain of
/// this list is never taken for a slip.
const KNOWN: &[&str] = &[
    "gmail.com",
    "hotmail.com",
    "outlook.com",
    "yahoo.com",
    "icloud.com",
    "live.com",
    "msn.com",
    "me.com",
    "mac.com",
    "aol.com",
    "googlemail.com",
    "protonmail.com",
    "proton.me",
    "ymail.com",
    "rocketmail.com",
    "mail.com",
    "email.com",
    "gmx.com",
    "gmx.net",
    "zoho.com",
    "fastmail.com",
    "tutanota.com",
    "yandex.com",
    "yandex.ru",
    "rediffmail.com",
    "naver.com",
    // Not a mail host, but one letter from one, and people work there.
    "cloud.com",
    "emirates.net.ae",
    "etisalat.ae",
    "omantel.net.om",
    "omantel.om",
    "ooredoo.om",
    "ooredoo.qa",
    "qatar.net.qa",
    "saudi.net.sa",
    "stc.com.sa",
    "mobily.com.sa",
    "batelco.com.bh",
    "zain.com",
    "outlook.sa",
    "yahoo.co.uk",
    "yahoo.co.in",
    "yahoo.in",
    "yahoo.fr",
    "yahoo.de",
    "yahoo.it",
    "yahoo.es",
    "yahoo.ca",
    "hotmail.co.uk",
    "hotmail.nl",
    "hotmail.be",
    "hotmail.de",
    "hotmail.fr",
    "hotmail.it",
    "hotmail.es",
    "outlook.de",
    "outlook.fr",
    "live.co.uk",
    "ziggo.nl",
    "kpnmail.nl",
    "kpnplanet.nl",
    "planet.nl",
    "xs4all.nl",
    "hetnet.nl",
    "upcmail.nl",
    "casema.nl",
    "telfort.nl",
    "chello.nl",
    "hello.nl",
    "online.nl",
    "telenet.be",
    "skynet.be",
    "proximus.be",
    "t-online.de",
    "online.de",
    "freenet.de",
    "arcor.de",
    "posteo.de",
    "mailbox.org",
    "orange.fr",
    "laposte.net",
    "wanadoo.fr",
    "btinternet.com",
];

/// The address that was probably meant: the same mailbox name at the nearest well-known domain. `None` when the
/// domain is well known itself, or is not one slip away from one.
///
/// A slip is one letter too many, missing or wrong, or two neighbours swapped, which covers four of five typing errors
/// (Damerau, 1964). The name and the ending may have one each. The hint completes an ending that was left out or run
/// into the name.
///
/// ```
/// use onefare_core::email::hint::hint;
/// assert_eq!(hint("amal@gmial.com").as_deref(), Some("amal@gmail.com"));
/// assert_eq!(hint("amal@hotmial.con").as_deref(), Some("amal@hotmail.com"));
/// assert_eq!(hint("amal@yaho").as_deref(), Some("amal@yahoo.com"));
/// assert_eq!(hint("amal@mail.com"), None); // one letter from gmail.com, and well known
/// ```
#[must_use]
pub fn hint(input: &str) -> Option<String> {
    let (local, domain) = input.trim_matches(is_space).rsplit_once('@')?;
    let typed = domain.to_ascii_lowercase();
    if KNOWN.contains(&typed.as_str()) {
        return None;
    }
    let nearest = KNOWN.iter().filter_map(|known| Some((slips_between(&typed, known)?, known)));
    let (_, known) = nearest.min_by_key(|(slips, _)| *slips)?;
    let meant = format!("{local}@{known}");
    check(&meant).is_ok().then_some(meant)
}

/// The number of slips between a typed domain and a well-known one; `None` when they are further apart.
fn slips_between(typed: &str, known: &str) -> Option<u32> {
    let (name, ending) = known.split_once('.')?;
    let Some((typed_name, typed_ending)) = typed.split_once('.') else {
        return repaired(typed, name, SHORTEST_NAME).or_else(|| repaired(typed, known, SHORTEST_NAME));
    };
    let in_name = repaired(typed_name, name, SHORTEST_NAME)?;
    in_name.checked_add(repaired(typed_ending, ending, SHORTEST_ENDING)?)
}

/// 0 for the same text; 1 for one slip, if what was meant is long enough to tell.
fn repaired(typed: &str, meant: &str, shortest: usize) -> Option<u32> {
    if typed == meant {
        return Some(0);
    }
    (meant.len() >= shortest && is_one_slip(typed.as_bytes(), meant.as_bytes())).then_some(1)
}

/// Whether two different texts are one slip apart: decided by what is left between their common beginning and end.
fn is_one_slip(mut typed: &[u8], mut meant: &[u8]) -> bool {
    while let ([left, typed_rest @ ..], [right, meant_rest @ ..]) = (typed, meant)
        && left == right
    {
        (typed, meant) = (typed_rest, meant_rest);
    }
    while let ([typed_rest @ .., left], [meant_rest @ .., right]) = (typed, meant)
        && left == right
    {
        (typed, meant) = (typed_rest, meant_rest);
    }
    match (typed, meant) {
        ([_] | [], [_]) | ([_], []) => true,
        ([first, second], [third, fourth]) => first == fourth && second == third,
        _ => false,
    }
}
