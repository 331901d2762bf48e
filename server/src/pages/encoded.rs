//! A body in each encoding that clients accept. Browsers offer brotli over https alone; over plain http, behind many
//! proxies, and in link previews the best offer is gzip.

use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use http::{HeaderMap, HeaderValue, StatusCode};
use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;

use super::http_caching::{accepts, brotli, etag, gzip, is_fresh};

/// How the bytes of an answer are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Not at all.
    Identity,
    /// By gzip.
    Gzip,
    /// By brotli.
    Brotli,
}

impl Encoding {
    const fn header(self) -> Option<HeaderValue> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some(HeaderValue::from_static("gzip")),
            Self::Brotli => Some(HeaderValue::from_static("br")),
        }
    }

    const fn etag_suffix(self) -> &'static str {
        match self {
            Self::Identity => "",
            Self::Gzip => "-gz",
            Self::Brotli => "-br",
        }
    }
}

/// A body and its packed forms. Each form is made once, for the first client that asks for it: most shops never need
/// all of them in memory.
#[derive(Clone, Debug)]
pub struct Encoded {
    digest: String,
    identity: Bytes,
    packs: bool,
    brotli: OnceCell<Option<Bytes>>,
    gzip: OnceCell<Option<Bytes>>,
}

impl Encoded {
    /// A body that is worth packing.
    #[must_use]
    pub fn new(identity: Bytes) -> Self {
        let digest = hex::encode(&Sha256::digest(&identity)[..12]);
        Self { digest, identity, packs: true, brotli: OnceCell::new(), gzip: OnceCell::new() }
    }

    /// A file of the build, which is worth packing if the build packed it. `digest` stands for its content.
    #[must_use]
    pub fn built(digest: String, identity: Bytes, brotli: Option<Bytes>) -> Self {
        let packs = brotli.is_some();
        Self { digest, identity, packs, brotli: OnceCell::new_with(Some(brotli)), gzip: OnceCell::new() }
    }

    /// A body that one request alone reads, where packing costs more than it saves.
    #[must_use]
    pub fn unpacked(identity: Bytes) -> Self {
        Self { packs: false, ..Self::new(identity) }
    }

    /// The bytes as they are.
    #[must_use]
    pub const fn identity(&self) -> &Bytes {
        &self.identity
    }

    /// Makes the form that most clients ask for, before anyone waits for it.
    pub async fn pack(&self) {
        self.packed(Encoding::Brotli).await;
    }

    /// The smallest form that the client accepts.
    #[must_use]
    pub fn chosen(&self, asked: &HeaderMap) -> Encoding {
        match () {
            () if self.packs && accepts(asked, "br") => Encoding::Brotli,
            () if self.packs && accepts(asked, "gzip") => Encoding::Gzip,
            () => Encoding::Identity,
        }
    }

    /// The ETag of one form.
    #[must_use]
    pub fn etag(&self, encoding: Encoding) -> HeaderValue {
        etag(&self.digest, encoding.etag_suffix())
    }

    /// Answers with the form that the client accepts; 304 and no body if the client has that form.
    pub async fn answer_validated(&self, mut headers: HeaderMap, asked: &HeaderMap) -> Response {
        let chosen = self.chosen(asked);
        let tag = self.etag(chosen);
        if is_fresh(asked, &tag) {
            headers.insert(ETAG, tag);
            headers.remove(CONTENT_TYPE);
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        let (encoding, body) = self.body(chosen).await;
        headers.insert(ETAG, self.etag(encoding));
        answered(StatusCode::OK, headers, encoding, body)
    }

    /// Answers with the form that the client accepts. `headers` holds the content type.
    pub async fn answer(&self, status: StatusCode, headers: HeaderMap, asked: &HeaderMap) -> Response {
        let (encoding, body) = self.body(self.chosen(asked)).await;
        answered(status, headers, encoding, body)
    }

    /// Answers a call that differs by these request headers besides its encoding.
    pub async fn answer_typed(&self, content_type: &'static str, vary: &'static str, asked: &HeaderMap) -> Response {
        let mut headers = HeaderMap::with_capacity(8);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        headers.insert(VARY, HeaderValue::from_static(vary));
        self.answer(StatusCode::OK, headers, asked).await
    }

    /// The body in this form; as it is where packing fails.
    async fn body(&self, chosen: Encoding) -> (Encoding, Bytes) {
        match self.packed(chosen).await {
            Some(packed) => (chosen, packed.clone()),
            None => (Encoding::Identity, self.identity.clone()),
        }
    }

    async fn packed(&self, encoding: Encoding) -> Option<&Bytes> {
        let cell = match encoding {
            Encoding::Identity => return None,
            Encoding::Gzip => &self.gzip,
            Encoding::Brotli => &self.brotli,
        };
        let pack = if encoding == Encoding::Gzip { gzip } else { brotli };
        if let Some(made) = cell.get() {
            return made.as_ref();
        }
        let source = self.identity.clone();
        // Pure computation: not on the threads that answer other requests.
        let made = Box::pin(
            cell.get_or_init(async || tokio::task::spawn_blocking(move || pack(&source)).await.ok().flatten()),
        );
        made.await.as_ref()
    }
}

fn answered(status: StatusCode, mut headers: HeaderMap, encoding: Encoding, body: Bytes) -> Response {
    if let Some(name) = encoding.header() {
        headers.insert(CONTENT_ENCODING, name);
    }
    (status, headers, body).into_response()
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use axum::body::to_bytes;
    use http::header::{ACCEPT_ENCODING, IF_NONE_MATCH};

    use super::*;

    fn asked(line: &str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT_ENCODING, line.parse().unwrap())])
    }

    async fn bytes(answer: Response) -> (Option<String>, Vec<u8>) {
        let encoding = answer.headers().get(CONTENT_ENCODING).map(|value| value.to_str().unwrap().to_owned());
        (encoding, to_bytes(answer.into_body(), 1 << 20).await.unwrap().to_vec())
    }

    #[tokio::test]
    async fn each_client_gets_the_smallest_form_that_it_accepts() {
        let text = "<p>شمال</p>".repeat(1000);
        let encoded = Encoded::new(Bytes::from(text.clone()));
        for (line, expected) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("gzip, deflate", Some("gzip")),
            ("GZIP;q=0.5", Some("gzip")),
            ("br;q=0, gzip", Some("gzip")),
            ("gzip;q=0", None),
            ("identity", None),
            ("", None),
        ] {
            let (encoding, body) = bytes(encoded.answer(StatusCode::OK, HeaderMap::new(), &asked(line)).await).await;
            assert_eq!(encoding.as_deref(), expected, "{line}");
            let mut unpacked = Vec::new();
            match expected {
                Some("br") => brotli::BrotliDecompress(&mut body.as_slice(), &mut unpacked).unwrap(),
                Some(_) => {
                    flate2::read::GzDecoder::new(body.as_slice()).read_to_end(&mut unpacked).unwrap();
                    assert!(body.len() * 10 < text.len(), "{}", body.len());
                }
                None => unpacked.clone_from(&body),
            }
            assert_eq!(unpacked, text.as_bytes(), "{line}");
        }
    }

    #[tokio::test]
    async fn each_form_has_an_etag_of_its_own() {
        let encoded = Encoded::new(Bytes::from("text ".repeat(100)));
        let tags = [Encoding::Identity, Encoding::Gzip, Encoding::Brotli].map(|encoding| encoded.etag(encoding));
        assert!(tags[0] != tags[1] && tags[1] != tags[2] && tags[0] != tags[2]);
        for (line, known, fresh) in
            [("gzip", 1, true), ("br", 1, false), ("br", 2, true), ("", 0, true), ("", 2, false)]
        {
            let mut request = asked(line);
            request.insert(IF_NONE_MATCH, tags[known].clone());
            let answer = encoded.answer_validated(HeaderMap::new(), &request).await;
            assert_eq!(answer.status() == StatusCode::NOT_MODIFIED, fresh, "{line}");
        }
    }

    #[tokio::test]
    async fn what_is_not_worth_packing_is_sent_as_it_is() {
        for encoded in [Encoded::unpacked(Bytes::from("x")), Encoded::built("f".to_owned(), Bytes::from("font"), None)]
        {
            let answer = encoded.answer(StatusCode::OK, HeaderMap::new(), &asked("br, gzip")).await;
            assert_eq!(answer.headers().get(CONTENT_ENCODING), None);
        }
    }
}
