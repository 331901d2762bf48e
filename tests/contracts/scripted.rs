//! A provider that gives exactly the answers a test scripts, and records the requests.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, Response, Uri};
use tokio::net::TcpListener;
use url::Url;

/// One answer of the script.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A status, headers and a body.
    Say(u16, Vec<(&'static str, String)>, String),
    /// Silence, longer than any client's timeout.
    Hang,
}

/// A request of the client.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: Method,
    pub path: String,
    pub headers: HeaderMap,
    pub body: String,
}

impl Asked {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }
}

/// The provider.
#[derive(Clone, Debug)]
pub struct Scripted {
    pub address: Url,
    script: Arc<Mutex<VecDeque<Reply>>>,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Scripted {
    /// Starts a provider that will give these answers, in this order, and 599 after them.
    pub async fn start(script: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}/", listener.local_addr().expect("an address"));
        let this = Self {
            address: address.parse().expect("an address"),
            script: Arc::new(Mutex::new(script.into())),
            asked: Arc::default(),
        };
        let router = Router::new().fallback(answer).with_state(this.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        this
    }

    /// All requests so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("the list").clone()
    }
}

async fn answer(
    State(provider): State<Scripted>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let body = String::from_utf8_lossy(&body).into_owned();
    let path = uri.path_and_query().map_or_else(String::new, ToString::to_string);
    provider.asked.lock().expect("the list").push(Asked { method, path, headers, body });
    let reply = provider.script.lock().expect("the script").pop_front();
    let (status, headers, body) = match reply {
        Some(Reply::Say(status, headers, body)) => (status, headers, body),
        Some(Reply::Hang) => {
            tokio::time::sleep(Duration::from_secs(600)).await;
            (599, vec![], String::new())
        }
        None => (599, vec![], "the script has ended".to_owned()),
    };
    let mut response = Response::builder().status(status);
    for (name, value) in headers {
        response = response.header(name, value);
    }
    response.body(Body::from(body)).expect("a response")
}
