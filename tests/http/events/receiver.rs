//! An event receiver: it records deliveries, checks signatures, and answers as the test sets.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use hmac::{Hmac, KeyInit as _, Mac as _};
use onefare_server::config::Events;
use serde_json::Value;
use sha2::Sha256;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

const SECRET: &str = "the key of the receiver, 40 characters!!";

/// The answer to one delivery.
#[derive(Clone, Copy, Debug)]
pub enum Answer {
    Status(u16),
    /// The delivery is accepted, and the connection ends without an answer.
    Lost,
}

/// A delivery.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub head: String,
    pub body: String,
}

#[derive(Clone, Debug)]
pub struct Receiver {
    pub settings: Events,
    deliveries: Arc<Mutex<Vec<Delivery>>>,
    answers: Arc<Mutex<VecDeque<Answer>>>,
}

impl Receiver {
    /// Listens on this machine. Accepts deliveries beyond the given answers.
    pub async fn start(answers: &[Answer]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/in?shop=1", listener.local_addr().unwrap()).parse().unwrap();
        let receiver = Self {
            settings: Events { url, secret: SECRET.to_owned().into() },
            deliveries: Arc::default(),
            answers: Arc::new(Mutex::new(answers.iter().copied().collect())),
        };
        let taking = receiver.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(taking.clone().take(stream));
            }
        });
        receiver
    }

    async fn take(self, mut stream: TcpStream) {
        let mut bytes = Vec::new();
        let delivery = loop {
            if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
                return;
            }
            if let Some(delivery) = read(&bytes) {
                break delivery;
            }
        };
        let answer = self.answers.lock().unwrap().pop_front().unwrap_or(Answer::Status(204));
        self.deliveries.lock().unwrap().push(delivery);
        if let Answer::Status(status) = answer {
            let text = format!("HTTP/1.1 {status} Answer\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            stream.write_all(text.as_bytes()).await.unwrap();
        }
    }

    pub fn deliveries(&self) -> Vec<Delivery> {
        self.deliveries.lock().unwrap().clone()
    }

    pub fn count(&self) -> usize {
        self.deliveries.lock().unwrap().len()
    }
}

/// A complete request, once it has arrived.
fn read(bytes: &[u8]) -> Option<Delivery> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let delivery = Delivery { head: head.to_owned(), body: body.to_owned() };
    let length: usize = delivery.header("content-length").parse().unwrap();
    (body.len() == length).then_some(delivery)
}

impl Delivery {
    pub fn header(&self, name: &str) -> &str {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// Whether the signature follows the operators' documentation.
    pub fn is_signed(&self) -> bool {
        let (time, signature) = self.header("onefare-signature").split_once(",v1=").unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
        mac.update(format!("{}.{}", time.strip_prefix("t=").unwrap(), self.body).as_bytes());
        signature == hex::encode(mac.finalize().into_bytes())
    }
}
