//! Settings that the program refuses, each with a sentence that names the variable.

use std::process::Command;

use crate::house::House;

#[test]
fn what_cannot_be_done_ends_with_2() {
    let house = House::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_onefare"));
    command.env_clear().env("ONEFARE_DATA_DIR", house.folder.path()).env("DATABASE_URL", "mysql://nowhere");
    let output = command.arg("audit").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("onefare: DATABASE_URL: "), "{output:?}");
}

/// Settings with which production starts, as far as settings alone decide it.
const MEANT: [(&str, &str); 12] = [
    ("ONEFARE_ENV", "production"),
    ("ONEFARE_PUBLIC_URL", "https://shop.example"),
    ("ONEFARE_SECRET", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
    ("STRIPE_SECRET_KEY", "sk_live_51HnmPQ2eZvKYlo2C"),
    ("STRIPE_WEBHOOK_SECRETS", "whsec_Yd8kq2Zl0Wv5Rt7Nc3Xa"),
    ("STRIPE_PORTAL_CONFIGURATION", "bpc_1QkXb2eZvKYlo2CzT4mN8pR"),
    ("MOLLIE_API_KEY", "live_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM"),
    ("ESIM_ACCESS_ACCESS_CODE", "ac_4711"),
    ("ESIM_ACCESS_SECRET", "sk_4711"),
    ("ONEFARE_SMTP_HOST", "mail.example"),
    ("ONEFARE_SMTP_PORT", "587"),
    ("ONEFARE_BRAND", "demo"),
];

#[test]
fn production_starts_only_with_settings_that_can_be_meant() {
    let house = House::new();
    assert_eq!(house.onefare_with(&MEANT, &["migrate"]).0, 0, "{:?}", house.onefare_with(&MEANT, &["migrate"]));
    for (named, changes) in [
        ("STRIPE_SECRET_KEY", [("STRIPE_SECRET_KEY", "sk_test_51HnmPQ2eZvKYlo2C")].as_slice()),
        ("STRIPE_SECRET_KEY", &[("STRIPE_SECRET_KEY", "sk_live_")]),
        ("STRIPE_SECRET_KEY", &[("STRIPE_SECRET_KEY", "whatever_live_51HnmPQ2eZvKYlo2C")]),
        ("MOLLIE_API_KEY", &[("MOLLIE_API_KEY", "test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM")]),
        ("MOLLIE_API_KEY", &[("MOLLIE_API_KEY", "live_x")]),
        ("STRIPE_WEBHOOK_SECRETS", &[("STRIPE_WEBHOOK_SECRETS", "whsec_onefare_sandbox")]),
        ("STRIPE_WEBHOOK_SECRETS", &[("STRIPE_WEBHOOK_SECRETS", "whsec_Yd8kq2Zl0Wv5Rt7Nc3Xa,secret")]),
        ("STRIPE_PORTAL_CONFIGURATION", &[("STRIPE_PORTAL_CONFIGURATION", "")]),
        ("STRIPE_PORTAL_CONFIGURATION", &[("STRIPE_PORTAL_CONFIGURATION", "bpc_sandbox")]),
        ("ESIM_ACCESS_ACCESS_CODE", &[("ESIM_ACCESS_ACCESS_CODE", "ac_onefare_sandbox")]),
        ("ONEFARE_SECRET", &[("ONEFARE_SECRET", "changemechangemechangemechangeme")]),
        ("ONEFARE_SECRET", &[("ONEFARE_SECRET", "short")]),
        ("ONEFARE_BRAND", &[("ONEFARE_BRAND", "")]),
        ("did you mean ONEFARE_LISTEN?", &[("ONEFARE_LISTN", "127.0.0.1:9000")]),
        ("did you mean MOLLIE_API_KEY?", &[("MOLLIE_APIKEY", "live_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM")]),
        ("ONEFARE_DEV_ASSETS", &[("ONEFARE_DEV_ASSETS", "http://localhost:5173")]),
        ("ONEFARE_SMTP_PASSWORD", &[("ONEFARE_SMTP_USER", "shop")]),
        ("ONEFARE_SMTP_USER", &[("ONEFARE_SMTP_PASSWORD", "secret")]),
        ("ONEFARE_EVENTS_SECRET", &[("ONEFARE_EVENTS_URL", "https://events.example/")]),
        (
            "ONEFARE_EVENTS_SECRET",
            &[
                ("ONEFARE_EVENTS_URL", "https://events.example/"),
                ("ONEFARE_EVENTS_SECRET", "changemechangemechangemechangeme"),
            ],
        ),
        ("ONEFARE_PUBLIC_URL", &[("ONEFARE_PUBLIC_URL", "https://user:word@shop.example")]),
        ("ONEFARE_PUBLIC_URL", &[("ONEFARE_PUBLIC_URL", "https://shop.example/#top")]),
        ("ONEFARE_PUBLIC_URL", &[("ONEFARE_PUBLIC_URL", "https://shop.example/?a=b")]),
        // In development as well: test keys beside an account whose data plans cost money.
        ("STRIPE_SECRET_KEY", &[("ONEFARE_ENV", "development"), ("STRIPE_SECRET_KEY", "sk_test_51HnmPQ2eZvKYlo2C")]),
        (
            "MOLLIE_API_KEY",
            &[("ONEFARE_ENV", "development"), ("MOLLIE_API_KEY", "test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM")],
        ),
    ] {
        let settings = [MEANT.as_slice(), changes].concat();
        let (code, told, why) = house.onefare_with(&settings, &["migrate"]);
        assert_eq!((code, told.as_str()), (2, ""), "{changes:?}: {why}");
        assert!(why.contains(named) && why.trim_end().lines().count() == 1, "{changes:?}: {why}");
        let secret =
            changes.iter().find(|(name, value)| value.len() > 20 && name.ends_with("KEY") || value.contains("word"));
        assert!(secret.is_none_or(|(_, value)| !why.contains(value)), "no secret is printed: {why}");
    }
}

/// A part that is left out needs no account, and a forgotten key leaves nothing out.
#[test]
fn a_shop_without_ideal_or_esims_needs_no_key_for_them() {
    let house = House::new();
    let no_mollie = ("MOLLIE_API_KEY", "");
    let no_supplier = [("ESIM_ACCESS_ACCESS_CODE", ""), ("ESIM_ACCESS_SECRET", "")];
    let with = |changes: &[(&'static str, &'static str)]| {
        house.onefare_with(&[MEANT.as_slice(), changes].concat(), &["migrate"])
    };
    let neither = [&[no_mollie, ("ONEFARE_WITHOUT", "ideal,esims")], no_supplier.as_slice()].concat();
    for changes in [&[no_mollie, ("ONEFARE_WITHOUT", "ideal")], neither.as_slice()] {
        let (code, _, why) = with(changes);
        assert_eq!(code, 0, "{changes:?}: {why}");
    }
    for (changes, named) in [
        ([no_mollie].as_slice(), "ONEFARE_WITHOUT=ideal leaves iDEAL out"),
        (&[no_mollie, ("ONEFARE_WITHOUT", "esims")], "ONEFARE_WITHOUT=ideal leaves iDEAL out"),
        (&no_supplier, "ONEFARE_WITHOUT=esims leaves eSIMs out"),
        (&[("ONEFARE_WITHOUT", "cards")], "ONEFARE_WITHOUT is \"cards\""),
    ] {
        let (code, _, why) = with(changes);
        assert_eq!(code, 2, "{changes:?}");
        assert!(why.contains(named), "{why}");
    }
}

#[test]
fn another_secret_is_refused_until_it_is_accepted() {
    let house = House::new();
    let with = |secret: &'static str| [("ONEFARE_SECRET", secret)];
    let first = with("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");
    let other = with("3b5d5c3712955042212316173ccf37be3b5d5c3712955042212316173ccf37bf");
    assert_eq!(house.onefare_with(&first, &["migrate"]).0, 0);
    for command in [["migrate"].as_slice(), &["attention"], &["catalogue", "export"]] {
        assert_eq!(house.onefare_with(&first, command).0, 0, "{command:?}");
        let (code, told, why) = house.onefare_with(&other, command);
        assert_eq!((code, told.as_str()), (2, ""), "{command:?}: {why}");
        assert!(why.contains("ONEFARE_SECRET is not the one") && !why.contains(other[0].1), "{why}");
    }
    let (code, told, why) = house.onefare_with(&other, &["migrate", "--accept-secret"]);
    assert!(code == 0 && told.contains("is this database's from now on"), "{told} {why}");
    assert_eq!(house.onefare_with(&other, &["attention"]).0, 0);
    assert_eq!(house.onefare_with(&first, &["attention"]).0, 2);
}

#[test]
fn other_machines_reach_a_sandbox_only_where_a_variable_says_so() {
    let house = House::new();
    for variable in ["ONEFARE_SANDBOX_LISTEN", "ONEFARE_LISTEN"] {
        let open = [(variable, "0.0.0.0:0")];
        let (code, told, why) = house.onefare_with(&open, &["migrate"]);
        assert_eq!((code, told.as_str()), (2, ""), "{why}");
        assert!(why.contains(variable) && why.contains("ONEFARE_SANDBOX_OPEN=yes"), "{why}");
        let (code, _, warning) = house.onefare_with(&[open[0], ("ONEFARE_SANDBOX_OPEN", "yes")], &["migrate"]);
        assert!(code == 0 && warning.contains("Warning: other machines reach the sandbox"), "{warning}");
    }
    for variable in ["ONEFARE_SANDBOX_LISTEN", "ONEFARE_SANDBOX_SMTP_LISTEN"] {
        let (code, _, why) = house.onefare_with(&[(variable, "0.0.0.0:0")], &["sandbox"]);
        assert!(code == 2 && why.contains(variable), "{why}");
    }
}
