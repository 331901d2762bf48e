//! The names of all settings, so that a misspelt one is refused instead of leaving its default in place.

use super::ConfigError;

/// Every variable that the program reads, in alphabetical order.
const KNOWN: [&str; 58] = [
    "ESIM_ACCESS_ACCESS_CODE",
    "ESIM_ACCESS_API_BASE",
    "ESIM_ACCESS_SECRET",
    "MOLLIE_API_BASE",
    "MOLLIE_API_KEY",
    "MOLLIE_CHECKOUT_HOSTS",
    "ONEFARE_BRAND",
    "ONEFARE_CONNECTIONS",
    "ONEFARE_CONNECTIONS_PER_CLIENT",
    "ONEFARE_DATA_DIR",
    "ONEFARE_DEMO_PLACES",
    "ONEFARE_DEV_ASSETS",
    "ONEFARE_ENTITLEMENTS_KEY",
    "ONEFARE_ENTITLEMENTS_SECRET",
    "ONEFARE_ENTITLEMENTS_URL",
    "ONEFARE_ENV",
    "ONEFARE_ESIM_IMPORT_HOURS",
    "ONEFARE_ESIM_PRICES",
    "ONEFARE_EVENTS_SECRET",
    "ONEFARE_EVENTS_URL",
    "ONEFARE_FAIL_POINT",
    "ONEFARE_FAIL_POINT_FILE",
    "ONEFARE_FRAUD_REFUND",
    "ONEFARE_GRACE_DAYS",
    "ONEFARE_LIMITS",
    "ONEFARE_LISTEN",
    "ONEFARE_LOG",
    "ONEFARE_LOGIN_UNKNOWN_EMAIL",
    "ONEFARE_MAIL_FROM",
    "ONEFARE_MOLLIE_CALLS",
    "ONEFARE_OPERATOR",
    "ONEFARE_OPS_HOSTS",
    "ONEFARE_OPS_LISTEN",
    "ONEFARE_PROXIES",
    "ONEFARE_PUBLIC_URL",
    "ONEFARE_SANDBOX_LISTEN",
    "ONEFARE_SANDBOX_MOLLIE_WEBHOOK_URL",
    "ONEFARE_SANDBOX_OPEN",
    "ONEFARE_SANDBOX_PUBLIC_URL",
    "ONEFARE_SANDBOX_SMTP_LISTEN",
    "ONEFARE_SANDBOX_WEBHOOK_URL",
    "ONEFARE_SECRET",
    "ONEFARE_SMTP_HOST",
    "ONEFARE_SMTP_PASSWORD",
    "ONEFARE_SMTP_PORT",
    "ONEFARE_SMTP_SECURITY",
    "ONEFARE_SMTP_USER",
    "ONEFARE_STATUS_SECONDS",
    "ONEFARE_STOP_PAUSE_SECONDS",
    "ONEFARE_STRIPE_CALLS",
    "ONEFARE_UNPAID_DAYS",
    "ONEFARE_WITHOUT",
    "STRIPE_API_BASE",
    "STRIPE_CHECKOUT_HOSTS",
    "STRIPE_PORTAL_CONFIGURATION",
    "STRIPE_PORTAL_HOSTS",
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRETS",
];

/// The names of the project's tests and tools, which may share an environment with the program.
const OF_TOOLS: [&str; 20] = [
    "ONEFARE_BINARY",
    "ONEFARE_BROWSER",
    "ONEFARE_BURSTS",
    "ONEFARE_CUSTOMERS",
    "ONEFARE_EVERY_PRICE",
    "ONEFARE_FSYNC_FAILS_WHILE",
    "ONEFARE_FUZZ",
    "ONEFARE_GUESSED_DAYS",
    "ONEFARE_LETTERS",
    "ONEFARE_LIGHTHOUSE",
    "ONEFARE_OPEN_PAGES",
    "ONEFARE_PAIRS",
    "ONEFARE_SHARED",
    "ONEFARE_SMTP",
    "ONEFARE_SOCKETS",
    "ONEFARE_SWEEP",
    "ONEFARE_TEST_DATABASE",
    "ONEFARE_TEST_POSTGRES",
    "ONEFARE_TIMINGS",
    "ONEFARE_WRITE_TEXTS",
];

/// Most letters that a misspelt name differs by.
const APART: usize = 2;

/// Refuses the first misspelt name: any unknown one of ours, and one of another prefix that is nearly a name we read, which
/// may also belong to another program.
pub(super) fn check() -> Result<(), ConfigError> {
    let mut set: Vec<String> = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()).collect();
    set.sort_unstable();
    set.iter().find_map(|name| misspelt(name)).map_or(Ok(()), Err)
}

fn misspelt(name: &str) -> Option<ConfigError> {
    let is_ours = name.starts_with("ONEFARE_");
    let may_be_ours = is_ours || ["STRIPE_", "MOLLIE_", "ESIM_"].into_iter().any(|prefix| name.starts_with(prefix));
    if !may_be_ours || KNOWN.contains(&name) || OF_TOOLS.contains(&name) {
        return None;
    }
    let (apart, nearest) = KNOWN.map(|known| (strsim::damerau_levenshtein(name, known), known)).into_iter().min()?;
    (is_ours || apart <= APART).then(|| ConfigError::Unknown { name: name.to_owned(), nearest })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources_test::text_of;

    #[test]
    fn a_misspelt_name_is_refused_with_the_nearest() {
        for (name, nearest) in [
            ("ONEFARE_LISTN", "ONEFARE_LISTEN"),
            ("ONEFARE_PUBLIC_ULR", "ONEFARE_PUBLIC_URL"),
            ("STRIPE_SECRETKEY", "STRIPE_SECRET_KEY"),
            ("MOLLIE_APIKEY", "MOLLIE_API_KEY"),
            ("ESIM_ACCES_SECRET", "ESIM_ACCESS_SECRET"),
        ] {
            let told = misspelt(name).unwrap().to_string();
            assert_eq!(told, format!("{name} is no setting: did you mean {nearest}?"));
        }
        for other in ["STRIPE_CLI_TOKEN", "PATH", "MOLLIE_DASHBOARD", "ONEFARE_TEST_POSTGRES", "ONEFARE_LISTEN"] {
            assert!(misspelt(other).is_none(), "{other}");
        }
    }

    #[test]
    fn every_name_that_is_read_is_known_and_every_known_name_is_read() {
        let lists = include_str!("names.rs");
        let text = text_of("").replace(lists, "");
        for name in KNOWN {
            assert!(text.contains(&format!("\"{name}\"")), "{name} is read nowhere");
        }
        for prefix in ["ONEFARE_", "STRIPE_", "MOLLIE_", "ESIM_ACCESS_"] {
            for rest in text.split(&format!("\"{prefix}")).skip(1) {
                let name = rest.split('"').next().unwrap_or_default();
                let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
                let whole = format!("{prefix}{name}");
                let known = KNOWN.contains(&whole.as_str()) || OF_TOOLS.contains(&whole.as_str());
                assert!(!is_name || known, "{whole} is not in the list");
            }
        }
    }
}
