//! Addresses that the shop follows or hands out.

use onefare_core::safe_url::{MAX_PATH, is_checkout_url, local_path};

const HOSTS: [&str; 3] = ["checkout.stripe.com", "localhost:8090", ""];

targets! {
    "safe_url" made of ["/", "a&", "?", "#", "%2f", ".", "\\", "code="];

    return_paths asks [local_path], where |text| {
        for text in [text, &format!("/{text}"), &format!("/buy?{text}")] {
            let Some(path) = local_path(text) else { continue };
            assert!(path.starts_with('/') && !path.starts_with("//") && path.len() <= MAX_PATH);
            assert!(path.bytes().all(|byte| byte.is_ascii_graphic() && !b"\\@:#<>\"".contains(&byte)), "{path}");
            assert!(!path.split(['/', '?']).any(|part| part == ".."), "{path}");
            assert_eq!(local_path(&path), Some(path));
        }
    };

    pay_pages asks [is_checkout_url], where |text| {
        for text in [text, &format!("https://checkout.stripe.com{text}"), &format!("http://{text}")] {
            if !is_checkout_url(text, &HOSTS) {
                continue;
            }
            let (scheme, rest) = text.split_once("://").unwrap();
            let authority = rest.split(['/', '?', '#']).next().unwrap();
            assert!(HOSTS[..2].iter().any(|host| host.eq_ignore_ascii_case(authority)), "{text}");
            assert!(scheme == "https" || (scheme == "http" && authority == HOSTS[1]), "{text}");
            assert!(text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\'), "{text}");
        }
    };
}
