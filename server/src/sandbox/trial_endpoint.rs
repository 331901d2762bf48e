//! A shop's webhook endpoint in the sandbox's tests.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::Mutex;

/// Records what arrives, and answers with its statuses, the last one first, and then with 200.
#[derive(Clone, Default)]
pub struct Endpoint {
    pub got: Arc<Mutex<Vec<(HeaderMap, String)>>>,
    pub statuses: Arc<Mutex<Vec<u16>>>,
}

impl Endpoint {
    /// Listens at a path; returns the whole URL.
    pub async fn start(&self, path: &str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = Router::new().route(path, post(take)).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        format!("http://{address}{path}")
    }

    /// The text in this field of every event that arrived.
    pub async fn texts(&self, field: &str) -> Vec<String> {
        let text =
            |body: &str| serde_json::from_str::<Value>(body).expect("JSON")[field].as_str().expect("a text").to_owned();
        self.got.lock().await.iter().map(|(_, body)| text(body)).collect()
    }
}

async fn take(State(endpoint): State<Endpoint>, headers: HeaderMap, body: String) -> StatusCode {
    endpoint.got.lock().await.push((headers, body));
    let status = endpoint.statuses.lock().await.pop().unwrap_or(200);
    StatusCode::from_u16(status).expect("a status")
}
