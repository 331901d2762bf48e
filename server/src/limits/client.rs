//! The client of a call, as the limits identify it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use ipnet::IpNet;

use super::By;

/// The client of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Client {
    /// The connection's peer address, or the one that our own proxy names.
    pub address: Option<IpAddr>,
    /// Digest of the browser's cookie.
    pub cookie: Option<String>,
}

impl Client {
    /// The client of a connection. `forwarded` are the addresses of `X-Forwarded-For`, each added by the hop that wrote
    /// it: from the right, the first that is not a proxy of ours is the client. Anyone can forge the entries further
    /// left, and without a proxy of ours none counts.
    #[must_use]
    pub fn of_connection(peer: Option<IpAddr>, forwarded: &[&str], proxies: &[IpNet]) -> Self {
        let is_ours = |address: &IpAddr| proxies.iter().any(|network| network.contains(&address.to_canonical()));
        let mut address = peer.map(|peer| peer.to_canonical());
        for hop in forwarded.iter().rev() {
            if !address.as_ref().is_some_and(is_ours) {
                break;
            }
            // An entry of our proxy that is not an address names no client: the proxy itself is counted.
            let Some(named) = named_address(hop.trim()) else { break };
            address = Some(named.to_canonical());
        }
        Self { address, ..Self::default() }
    }

    /// The key under which a row counts the client; `None` where the call lacks it.
    #[must_use]
    pub fn key(&self, by: By) -> Option<String> {
        match by {
            By::Address => self.address.map(|address| prefix(address, 32, 64)),
            By::Network => self.address.map(|address| prefix(address, 24, 48)),
            By::Cookie => self.cookie.clone(),
            By::Everyone => Some(String::new()),
            // Only the flow knows which address a call is about, and counts by it.
            By::Email => None,
        }
    }
}

/// The address in one entry of `X-Forwarded-For`. Some proxies write the client's port behind it (`192.0.2.1:4711`,
/// `[2001:db8::1]:4711`), and some write IPv6 addresses in brackets alone.
fn named_address(entry: &str) -> Option<IpAddr> {
    let bare = || entry.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    entry.parse().ok().or_else(|| entry.parse::<SocketAddr>().ok().map(|named| named.ip())).or_else(bare)
}

/// The first bits of an address.
fn prefix(address: IpAddr, bits_of_4: u32, bits_of_6: u32) -> String {
    match address {
        IpAddr::V4(address) => Ipv4Addr::from_bits(address.to_bits() & (u32::MAX << (32 - bits_of_4))).to_string(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - bits_of_6))).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn only_our_own_proxies_are_believed() {
        let proxies = [ip("10.0.0.1").into(), ip("10.0.0.2").into(), "10.1.0.0/16".parse().unwrap()];
        for (peer, forwarded, client) in [
            ("198.51.100.7", ["203.0.113.9"].as_slice(), "198.51.100.7"),
            ("10.0.0.1", &["203.0.113.9"], "203.0.113.9"),
            ("::ffff:10.0.0.1", &["203.0.113.9"], "203.0.113.9"),
            ("10.0.0.1", &["1.2.3.4", "203.0.113.9"], "203.0.113.9"),
            ("10.0.0.1", &["1.2.3.4", "203.0.113.9", " 10.0.0.2"], "203.0.113.9"),
            ("10.0.0.1", &["203.0.113.9:4711"], "203.0.113.9"),
            ("10.0.0.1", &["[2001:db8::9]:4711"], "2001:db8::9"),
            ("10.0.0.1", &["[2001:db8::9]"], "2001:db8::9"),
            ("10.0.0.1", &["1.2.3.4", "203.0.113.9:1", "10.0.0.2:2"], "203.0.113.9"),
            ("10.1.200.3", &["203.0.113.9", "10.1.7.7"], "203.0.113.9"),
            ("10.2.0.1", &["203.0.113.9"], "10.2.0.1"),
            ("10.0.0.1", &["nonsense"], "10.0.0.1"),
            ("10.0.0.1", &["203.0.113.9:x"], "10.0.0.1"),
            ("10.0.0.1", &["[203.0.113.9]"], "10.0.0.1"),
            ("10.0.0.1", &[""], "10.0.0.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
        ] {
            let found = Client::of_connection(Some(ip(peer)), forwarded, &proxies);
            assert_eq!(found.address, Some(ip(client)), "{peer} {forwarded:?}");
        }
        let alone = Client::of_connection(Some(ip("198.51.100.7")), &["203.0.113.9"], &[]);
        assert_eq!(alone.address, Some(ip("198.51.100.7")), "without a proxy nobody's word counts");
    }

    #[test]
    fn addresses_of_one_network_are_counted_together() {
        let key = |text, by| Client { address: Some(ip(text)), ..Client::default() }.key(by).unwrap();
        assert_eq!(key("2001:db8:1:2:3::4", By::Address), key("2001:db8:1:2:ffff::1", By::Address));
        assert_ne!(key("2001:db8:1:2::1", By::Address), key("2001:db8:1:3::1", By::Address));
        assert_eq!(key("2001:db8:1:2::1", By::Network), key("2001:db8:1:3::1", By::Network));
        assert_ne!(key("192.0.2.1", By::Address), key("192.0.2.2", By::Address));
        assert_eq!(key("192.0.2.1", By::Network), "192.0.2.0");
        assert_eq!(Client::default().key(By::Address), None);
    }
}
