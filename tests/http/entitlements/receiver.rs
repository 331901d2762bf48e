//! A receiver of entitlements: it verifies each push with the library of the Standard Webhooks specification, and answers as the test
//! sets.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use onefare_server::config::EntitlementReceiver;
use serde_json::Value;
use standardwebhooks::Webhook;
use tokio::net::TcpListener;

/// The secrets of the shop's settings: the newest first.
const SECRETS: [&str; 2] = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_Q29tZSBpbiwgd2UgYXJlIG9wZW4hISE="];

/// A push.
#[derive(Clone, Debug, PartialEq)]
pub struct Push {
    /// Its `webhook-id`.
    pub id: String,
    pub body: Value,
}

#[derive(Clone, Debug)]
pub struct Receiver {
    pub settings: EntitlementReceiver,
    taken: Arc<Mutex<Vec<Push>>>,
    refused: Arc<Mutex<Vec<Push>>>,
    answers: Arc<Mutex<VecDeque<u16>>>,
}

impl Receiver {
    /// Listens on this machine. It takes pushes once the given answers are used up.
    pub async fn start(answers: impl IntoIterator<Item = u16>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/entitlements?system=wireguard", listener.local_addr().unwrap()).parse().unwrap();
        let secrets = SECRETS.map(|secret| STANDARD.decode(secret.trim_start_matches("whsec_")).unwrap().into());
        let receiver = Self {
            settings: EntitlementReceiver { url, secrets: secrets.into() },
            taken: Arc::default(),
            refused: Arc::default(),
            answers: Arc::new(Mutex::new(answers.into_iter().collect())),
        };
        let routes = Router::new().route("/entitlements", post(take)).with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        receiver
    }

    /// The pushes that were answered with 2xx.
    pub fn taken(&self) -> Vec<Push> {
        self.taken.lock().unwrap().clone()
    }

    /// The others.
    pub fn refused(&self) -> Vec<Push> {
        self.refused.lock().unwrap().clone()
    }

    /// Account and state of each push that was taken.
    pub fn states(&self) -> Vec<String> {
        self.taken().iter().map(|push| push.body["data"]["state"].as_str().unwrap().to_owned()).collect()
    }
}

async fn take(State(receiver): State<Receiver>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let header = |name: &str| headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default();
    // The library compares the time of the signature with this machine's, the shop signs with the story's: each signature is checked
    // as the library makes it.
    let (id, timestamp) = (header("webhook-id").to_owned(), header("webhook-timestamp").parse().unwrap());
    let given: Vec<&str> = header("webhook-signature").split(' ').collect();
    let made = SECRETS.map(|secret| Webhook::new(secret).unwrap().sign(&id, timestamp, &body).unwrap());
    assert_eq!(given, made, "the signatures of the specification's library");
    let push = Push { id, body: serde_json::from_slice(&body).unwrap() };
    let answer = receiver.answers.lock().unwrap().pop_front().unwrap_or(204);
    let list = if answer < 300 { &receiver.taken } else { &receiver.refused };
    list.lock().unwrap().push(push);
    StatusCode::from_u16(answer).unwrap()
}
