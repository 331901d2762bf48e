//! Where a request came from, as far as limits are concerned: an IPv4 address, or the /64 that one IPv6 customer has.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;
use axum::http::request::Parts;

/// Who opened the connection. The listener puts it into every request.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The network of a request, behind `proxies` proxies of ours. What else stands in `X-Forwarded-For` anybody can write.
#[must_use]
pub fn network(parts: &Parts, proxies: usize) -> String {
    let peer = parts.extensions.get::<Peer>().map(|peer| peer.0.ip());
    let address = if proxies == 0 { peer } else { forwarded(&parts.headers, proxies).or(peer) };
    address.map_or_else(|| "unknown".to_owned(), prefix)
}

/// The address that the outermost of our proxies was called from: each adds one at the end.
fn forwarded(headers: &HeaderMap, proxies: usize) -> Option<IpAddr> {
    let lines: Vec<&str> = headers.get_all(FORWARDED_FOR).iter().filter_map(|line| line.to_str().ok()).collect();
    lines.join(",").rsplit(',').nth(proxies - 1)?.trim().parse().ok()
}

fn prefix(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn seen(peer: &str, forwarded: &[&str], proxies: usize) -> String {
        let mut request = Request::builder();
        for line in forwarded {
            request = request.header(FORWARDED_FOR, *line);
        }
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        parts.extensions.insert(Peer(SocketAddr::new(peer.parse().unwrap(), 4711)));
        network(&parts, proxies)
    }

    #[test]
    fn only_what_our_own_proxies_wrote_is_believed() {
        assert_eq!(seen("203.0.113.7", &["1.1.1.1"], 0), "203.0.113.7");
        assert_eq!(seen("10.0.0.1", &["1.1.1.1, 203.0.113.7"], 1), "203.0.113.7");
        assert_eq!(seen("10.0.0.1", &["1.1.1.1", "203.0.113.7, 10.0.0.2"], 2), "203.0.113.7");
        assert_eq!(seen("10.0.0.1", &["nonsense"], 1), "10.0.0.1");
        assert_eq!(seen("10.0.0.1", &[], 1), "10.0.0.1");
    }

    #[test]
    fn a_customers_whole_ipv6_network_is_one_and_a_mapped_address_is_ipv4() {
        assert_eq!(seen("2001:db8:1:2:3:4:5:6", &[], 0), "2001:db8:1:2::/64");
        assert_eq!(seen("2001:db8:1:2:ffff::1", &[], 0), "2001:db8:1:2::/64");
        assert_eq!(seen("::ffff:203.0.113.7", &[], 0), "203.0.113.7");
    }
}
