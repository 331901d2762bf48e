//! Checks the Host of a request: there must be exactly one, and a listener that is not public answers only for its own.
//! In a DNS rebinding attack a page on another site, whose name resolves to this machine, sends its own name as Host.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::uri::Authority;
use http::{HeaderMap, StatusCode, Version, header};
use onefare_core::problem::Problem;

use crate::problem::Refusal;

/// The hosts that a listener answers for: those named, `localhost`, and every IP address, because DNS rebinding needs a
/// name.
#[derive(Clone, Debug)]
pub struct OwnHosts(Arc<[String]>);

impl OwnHosts {
    /// Names without a port.
    #[must_use]
    pub fn new(names: Vec<String>) -> Self {
        Self(names.into_iter().map(|name| name.to_ascii_lowercase()).collect())
    }

    fn have(&self, host: &str) -> bool {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let name = bare.to_ascii_lowercase();
        name == "localhost" || bare.parse::<IpAddr>().is_ok() || self.0.contains(&name)
    }
}

/// Refuses a request of HTTP/1.1 without exactly one Host, as the standard demands: a proxy and we may read two
/// differently.
pub async fn must_be_one(request: Request, next: Next) -> Response {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    let fits = match request.version() {
        Version::HTTP_11 => hosts == 1 && named(request.headers()).is_some(),
        _ => hosts <= 1,
    };
    if fits { next.run(request).await } else { refused(&request) }
}

/// Refuses a request for another host.
pub async fn must_be_own(State(hosts): State<OwnHosts>, request: Request, next: Next) -> Response {
    let of_address = request.uri().authority().map(|authority| authority.host().to_owned());
    match of_address.or_else(|| named(request.headers())) {
        Some(host) if hosts.have(&host) => next.run(request).await,
        // HTTP/1.0 has no Host, and no browser speaks it.
        None if request.version() < Version::HTTP_11 => next.run(request).await,
        _ => (StatusCode::MISDIRECTED_REQUEST, "This is not answered under that name.\n").into_response(),
    }
}

/// [`must_be_own`] for the sandbox's pages only: shops may reach its APIs, which need a key, under another name than
/// browsers reach its pages.
pub async fn must_be_own_pages(hosts: State<OwnHosts>, request: Request, next: Next) -> Response {
    let is_api = ["/v1/", "/v2/", "/api/"].iter().any(|start| request.uri().path().starts_with(start));
    if is_api { next.run(request).await } else { must_be_own(hosts, request, next).await }
}

fn named(headers: &HeaderMap) -> Option<String> {
    let host: Authority = headers.get(header::HOST)?.to_str().ok()?.parse().ok()?;
    Some(host.host().to_owned())
}

fn refused(request: &Request) -> Response {
    if request.uri().path().starts_with("/api/") {
        return Refusal::from(Problem::BadRequest).into_response();
    }
    (StatusCode::BAD_REQUEST, "A request names one Host.\n").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_hosts_are_named_or_in_figures() {
        let hosts = OwnHosts::new(vec!["Ops.Internal".to_owned()]);
        for own in ["ops.internal", "OPS.internal", "localhost", "127.0.0.1", "[::1]", "10.0.0.3"] {
            assert!(hosts.have(own), "{own}");
        }
        for other in
            ["evil.example", "localhost.evil.example", "ops.internal.evil.example", "127.0.0.1.evil.example", ""]
        {
            assert!(!hosts.have(other), "{other}");
        }
    }
}
