//! One kept-alive connection, and the check of its answers.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use crate::Trouble;
use crate::plan::{Ask, Target};

/// A target's requests, ready to send.
#[derive(Debug)]
pub struct Questions {
    server: String,
    prepared: Vec<Question>,
    asked: Cell<usize>,
    /// Keeps the numbers of fresh requests different from those of an earlier run on the same database.
    run: String,
}

#[derive(Debug)]
struct Question {
    ask: Ask,
    request: Request<Full<Bytes>>,
    /// The first answer that passed the check.
    answer: OnceCell<Bytes>,
}

/// Why an answer does not count.
#[derive(Debug)]
pub struct Wrong(pub String);

impl Questions {
    /// Prepares the requests of one target.
    pub fn of(target: &Target, run: &str) -> Result<Self, Trouble> {
        let prepare = |ask: &Ask| {
            let request = request(ask, &target.server, &ask.body, "")?;
            Ok::<_, Trouble>(Question { ask: ask.clone(), request, answer: OnceCell::new() })
        };
        let prepared = target.asks.iter().map(prepare).collect::<Result<Vec<_>, _>>()?;
        if prepared.is_empty() {
            return Err(format!("{} asks nothing", target.name).into());
        }
        Ok(Self { server: target.server.clone(), prepared, asked: Cell::new(0), run: run.to_owned() })
    }

    fn next(&self) -> Result<(&Question, Request<Full<Bytes>>), Trouble> {
        let number = self.asked.replace(self.asked.get() + 1);
        let question = &self.prepared[number % self.prepared.len()];
        if !question.ask.fresh {
            return Ok((question, question.request.clone()));
        }
        let name = format!("{}-{number:09}", self.run);
        let body = question.ask.body.replace("{n}", &name);
        Ok((question, request(&question.ask, &self.server, &body, &name)?))
    }
}

fn request(ask: &Ask, server: &str, body: &str, name: &str) -> Result<Request<Full<Bytes>>, Trouble> {
    let mut request = Request::builder().method(ask.method.as_str()).uri(&ask.path).header("host", server);
    for (header, value) in &ask.headers {
        request = request.header(header, value.replace("{n}", name));
    }
    Ok(request.body(Full::from(body.to_owned()))?)
}

/// An open connection.
#[derive(Debug)]
pub struct Connection {
    questions: Rc<Questions>,
    sender: SendRequest<Full<Bytes>>,
}

impl Connection {
    /// Connects.
    pub async fn open(questions: Rc<Questions>) -> Result<Self, Trouble> {
        let stream = TcpStream::connect(&questions.server).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        // Ends when the sender is dropped; an error meets the request that waits.
        tokio::task::spawn_local(connection);
        Ok(Self { questions, sender })
    }

    /// Sends the next request and checks its answer once it is complete.
    pub async fn ask(&mut self) -> Result<Result<(), Wrong>, Trouble> {
        let questions = Rc::clone(&self.questions);
        let (question, request) = questions.next()?;
        self.sender.ready().await?;
        let response = self.sender.send_request(request).await?;
        question.judge(response).await
    }
}

impl Question {
    async fn judge(&self, response: Response<Incoming>) -> Result<Result<(), Wrong>, Trouble> {
        let status = response.status();
        let mut body = response.into_body();
        if let (false, StatusCode::OK, Some(known)) = (self.ask.fresh, status, self.answer.get()) {
            let mut rest = &known[..];
            while let Some(frame) = body.frame().await {
                let frame = frame?;
                let Some(data) = frame.data_ref() else { continue };
                match rest.strip_prefix(&data[..]) {
                    Some(after) => rest = after,
                    None => return Ok(Err(Wrong(format!("another body than before: {}", shown(data))))),
                }
            }
            let missing = rest.len();
            return Ok(if missing == 0 { Ok(()) } else { Err(Wrong(format!("a body {missing} bytes too short"))) });
        }
        let body = body.collect().await?.to_bytes();
        let text = String::from_utf8_lossy(&body);
        if status != StatusCode::OK {
            return Ok(Err(Wrong(format!("{status}: {}", shown(&body)))));
        }
        if let Some(missing) = self.ask.holds.iter().find(|part| !text.contains(part.as_str())) {
            return Ok(Err(Wrong(format!("no {missing} in {}", shown(&body)))));
        }
        if !self.ask.fresh {
            // Of two concurrent first answers the second is compared with the first.
            if self.answer.get_or_init(|| body.clone()) != &body {
                return Ok(Err(Wrong(format!("another body than before: {}", shown(&body)))));
            }
        }
        Ok(Ok(()))
    }
}

fn shown(body: &[u8]) -> String {
    String::from_utf8_lossy(body).chars().take(300).collect()
}
