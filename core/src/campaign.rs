//! What an address asks for: a plan by the query `package`, a discount code by the query `code`.

use crate::plan::title_of;

/// The plan title a `package` value names: a whole number of months, such as `12` for `12-month` (specification 1,
/// section 2.2). Anything but one to three plain digits names nothing.
///
/// ```
/// use onefare_core::campaign::package_title;
/// assert_eq!(package_title("12"), Some("12-month".to_owned()));
/// assert_eq!(package_title("12-month"), None);
/// ```
#[must_use]
pub fn package_title(package: &str) -> Option<String> {
    let plain = (1..=3).contains(&package.len()) && package.bytes().all(|byte| byte.is_ascii_digit());
    if !plain || package.starts_with('0') {
        return None;
    }
    package.parse().ok().map(title_of)
}

/// The discount code a `code` value asks for, trimmed; `None` when it is blank, which means that no code was asked
/// for at all. Whether it can be a code is [`crate::discount::fold_code`]'s business.
///
/// ```
/// use onefare_core::campaign::code_of;
/// assert_eq!(code_of(" SPRING "), Some("SPRING"));
/// assert_eq!(code_of("  "), None);
/// ```
#[must_use]
pub fn code_of(value: &str) -> Option<&str> {
    let code = value.trim();
    (!code.is_empty()).then_some(code)
}
