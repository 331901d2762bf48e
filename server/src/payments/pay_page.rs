//! The hosts to which buyers are sent to pay: those of the settings, whatever a provider answers.

use onefare_core::safe_url::is_checkout_url;

/// A pay page on a host that the settings do not list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pay page is on a host that is not listed")]
pub struct ForeignPage;

/// The hosts of a provider's pay pages, with their port where it is not the usual one.
#[derive(Clone, Debug)]
pub(super) struct PayHosts(Vec<String>);

impl PayHosts {
    pub(super) const fn new(hosts: Vec<String>) -> Self {
        Self(hosts)
    }

    /// The URL, if a buyer may get it.
    ///
    /// # Errors
    /// [`ForeignPage`] when its host is another one.
    pub(super) fn allow<'a>(&self, url: &'a str) -> Result<&'a str, ForeignPage> {
        let hosts: Vec<&str> = self.0.iter().map(String::as_str).collect();
        if is_checkout_url(url, &hosts) { Ok(url) } else { Err(ForeignPage) }
    }
}
