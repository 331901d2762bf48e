//! The web's build: its files, what a page needs of them, and how they are sent.
//!
//! A debug build reads `web/dist` when it starts; a release carries it inside the binary.

use std::borrow::Cow;
use std::collections::HashMap;

use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use http::{HeaderMap, HeaderValue, StatusCode};
use onefare_core::language::Language;
use rust_embed::Embed;
use sha2::{Digest as _, Sha256};

use super::encoded::Encoded;
use super::manifest::{ENTRY, Manifest, Needs, START};

#[derive(Embed)]
#[folder = "../web/dist/client"]
struct ClientBuild;

#[derive(Embed)]
#[folder = "../web/dist/server"]
struct ServerBuild;

const MANIFEST: &str = ".vite/manifest.json";

/// Why the build cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AssetsError {
    /// The web was not built, or only in part.
    #[error("web/dist is missing {0}: run npm start or npm run build")]
    Missing(String),
    /// The manifest cannot be parsed.
    #[error("web/dist/client/.vite/manifest.json cannot be read ({0}): run npm run build")]
    Manifest(#[from] serde_json::Error),
}

/// One file, ready to be sent.
#[derive(Clone, Debug)]
struct File {
    content: Encoded,
    is_packed: bool,
    content_type: HeaderValue,
}

/// The files of the build.
#[derive(Clone, Debug)]
pub struct Assets {
    files: HashMap<String, File>,
    manifest: Manifest,
    start: String,
    entry: String,
    build: String,
}

impl Assets {
    /// Loads the build.
    ///
    /// # Errors
    /// When it is missing or incomplete.
    pub fn load() -> Result<Self, AssetsError> {
        Self::from_files(ClientBuild::iter().filter_map(|path| Some((path.to_string(), ClientBuild::get(&path)?.data))))
    }

    /// Loads the given files, by path below `web/dist/client`.
    ///
    /// # Errors
    /// When they are not a complete build.
    pub fn from_files(files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>) -> Result<Self, AssetsError> {
        let mut raw: HashMap<String, Bytes> = files.into_iter().map(|(path, data)| (path, into_bytes(data))).collect();
        let json = raw.remove(MANIFEST).ok_or_else(|| AssetsError::Missing("the client build".to_owned()))?;
        let manifest = Manifest::parse(&json)?;
        let script = |source: &str| {
            manifest.script(source).map(str::to_owned).ok_or_else(|| AssetsError::Missing(source.to_owned()))
        };
        let (start, entry) = (script(START)?, script(ENTRY)?);
        if let Some(file) = manifest.files().find(|file| !raw.contains_key(*file)) {
            return Err(AssetsError::Missing(format!("client/{file}")));
        }
        let files = raw
            .iter()
            .filter(|(path, _)| path.starts_with("assets/") && !path.ends_with(".br") && !path.ends_with(".map"))
            .map(|(path, data)| (path.clone(), File::new(path, data.clone(), raw.get(&format!("{path}.br")).cloned())))
            .collect();
        let build = hex::encode(&Sha256::digest(&json)[..8]);
        Ok(Self { files, manifest, start, entry, build })
    }

    /// Version of the build: changes whenever any file does.
    #[must_use]
    pub fn build(&self) -> &str {
        &self.build
    }

    /// The first script of every page, below `/`.
    #[must_use]
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The entry's script, below `/`.
    #[must_use]
    pub fn entry(&self) -> &str {
        &self.entry
    }

    /// What a page needs at once: the entry, the page's own module and its catalogs.
    #[must_use]
    pub fn needs(&self, page: &str, language: Language, catalogs: &[String]) -> Needs {
        let module = format!("src/pages/{page}.tsx");
        let texts = catalogs.iter().map(|catalog| format!("src/i18n/{}/{catalog}.json", language.code()));
        let sources: Vec<String> = [ENTRY.to_owned(), module].into_iter().chain(texts).collect();
        self.manifest.needs(sources.iter().map(String::as_str))
    }

    /// The fonts that a page in this language shows first: the Latin one, or the Arabic one with its own Latin letters.
    /// Files with `-ext-` in their name hold characters that our own texts do not use.
    #[must_use]
    pub fn fonts(&self, language: Language) -> Vec<&str> {
        let script = if language == Language::Ar { "-arabic-" } else { "-latin-" };
        let shown = |file: &&str| !file.contains("-ext-") && file.contains(script);
        self.manifest.files_with_ending(".woff2").into_iter().filter(shown).collect()
    }

    /// The rules as WebAssembly. Not preloaded: the first paint never waits for it.
    #[must_use]
    pub fn wasm(&self) -> Option<&str> {
        self.manifest.files_with_ending(".wasm").into_iter().next()
    }

    /// Answers `/assets/…`, given the path without its first slash. Names carry a digest, so copies never go stale.
    pub async fn answer(&self, path: &str, asked: &HeaderMap) -> Response {
        let Some(file) = self.files.get(path) else {
            return (StatusCode::NOT_FOUND, [(CACHE_CONTROL, "no-store")]).into_response();
        };
        let mut headers = HeaderMap::with_capacity(8);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
        if file.is_packed {
            headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        }
        headers.insert(CONTENT_TYPE, file.content_type.clone());
        file.content.answer_validated(headers, asked).await
    }
}

/// The bundle that renders pages in the server.
///
/// # Errors
/// When it was not built.
pub fn server_bundle() -> Result<Bytes, AssetsError> {
    ServerBuild::get("server.js")
        .map(|file| into_bytes(file.data))
        .ok_or_else(|| AssetsError::Missing("server/server.js".to_owned()))
}

impl File {
    fn new(path: &str, identity: Bytes, brotli: Option<Bytes>) -> Self {
        // The build puts a digest of the content into each name. Hashing five megabytes instead would make them
        // resident.
        let digest = hex::encode(&Sha256::digest(path)[..8]);
        Self {
            is_packed: brotli.is_some(),
            content: Encoded::built(digest, identity, brotli),
            content_type: content_type(path),
        }
    }
}

/// A file's content, without a copy where the binary carries it.
pub(super) fn into_bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(embedded) => Bytes::from_static(embedded),
        Cow::Owned(read) => Bytes::from(read),
    }
}

/// The media type by the name's ending; texts are UTF-8.
fn content_type(path: &str) -> HeaderValue {
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let text = mime.type_() == mime_guess::mime::TEXT && mime.get_param("charset").is_none();
    let value = if text { format!("{mime}; charset=utf-8") } else { mime.to_string() };
    HeaderValue::try_from(value).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, ETAG, IF_NONE_MATCH};

    pub(crate) fn small_build() -> Assets {
        Assets::from_files(files()).unwrap()
    }

    fn files() -> Vec<(String, Cow<'static, [u8]>)> {
        let manifest = r#"{
            "src/entry/start.ts": {"file": "assets/start-1.js", "isEntry": true},
            "_ui-1.js": {"file": "assets/ui-1.js", "css": ["assets/ui-1.css"]},
            "src/entry/browser.tsx": {"file": "assets/browser-1.js", "isEntry": true, "imports": ["_ui-1.js"],
                "css": ["assets/browser-1.css"], "assets": ["assets/readex-latin-wght-1.woff2",
                "assets/readex-latin-ext-wght-1.woff2", "assets/readex-arabic-wght-1.woff2",
                "assets/readex-arabic-ext-wght-1.woff2", "assets/readex-beside-arabic-wght-1.woff2"]},
            "src/pages/buy.tsx": {"file": "assets/buy-1.js", "imports": ["_ui-1.js"], "css": ["assets/buy-1.css"]},
            "src/pages/payment-success.tsx": {"file": "assets/success-1.js"},
            "src/i18n/ar/common.json": {"file": "assets/common-ar.js"},
            "src/rules/x.wasm": {"file": "assets/rules-1.wasm"}
        }"#;
        let names = [
            "start-1.js",
            "ui-1.js",
            "ui-1.css",
            "browser-1.js",
            "browser-1.css",
            "buy-1.js",
            "buy-1.css",
            "success-1.js",
        ];
        let more = ["common-ar.js", "rules-1.wasm", "readex-latin-wght-1.woff2", "readex-latin-ext-wght-1.woff2"];
        let arabic =
            ["readex-arabic-wght-1.woff2", "readex-arabic-ext-wght-1.woff2", "readex-beside-arabic-wght-1.woff2"];
        let mut files = vec![(MANIFEST.to_owned(), Cow::Borrowed(manifest.as_bytes()))];
        for name in names.into_iter().chain(more).chain(arabic).chain(["ui-1.js.br"]) {
            files.push((format!("assets/{name}"), Cow::Owned(format!("bytes of {name}").into_bytes())));
        }
        files
    }

    #[test]
    fn resolves_what_a_page_needs() {
        let assets = small_build();
        let catalogs = ["common".to_owned(), "vpn".to_owned()];
        let needs = assets.needs("buy", Language::Ar, &catalogs);
        assert_eq!(needs.scripts, ["assets/ui-1.js", "assets/browser-1.js", "assets/buy-1.js", "assets/common-ar.js"]);
        assert_eq!(needs.styles, ["assets/ui-1.css", "assets/browser-1.css", "assets/buy-1.css"]);
        assert!(assets.needs("payment-success", Language::En, &[]).scripts.contains(&"assets/success-1.js".to_owned()));
        assert_eq!(assets.fonts(Language::En), ["assets/readex-latin-wght-1.woff2"]);
        let arabic = ["assets/readex-arabic-wght-1.woff2", "assets/readex-beside-arabic-wght-1.woff2"];
        assert_eq!(assets.fonts(Language::Ar), arabic);
        assert_eq!(assets.wasm(), Some("assets/rules-1.wasm"));
        assert_eq!(assets.build().len(), 16);
    }

    #[test]
    fn says_what_is_missing() {
        assert_eq!(
            Assets::from_files([]).unwrap_err().to_string(),
            "web/dist is missing the client build: run npm start or npm run build"
        );
        let without_css = files().into_iter().filter(|(path, _)| path != "assets/buy-1.css");
        assert!(Assets::from_files(without_css).unwrap_err().to_string().contains("client/assets/buy-1.css"));
    }

    #[tokio::test]
    async fn sends_files_packed_typed_and_for_ever() {
        let assets = small_build();
        let ask = async |path: &str, headers: &[(http::HeaderName, &str)]| {
            let asked = headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect();
            assets.answer(path, &asked).await
        };
        let header = |response: &Response, name| {
            response.headers().get(name).map(|v: &HeaderValue| v.to_str().unwrap().to_owned())
        };

        let packed = ask("assets/ui-1.js", &[(ACCEPT_ENCODING, "gzip, br")]).await;
        assert_eq!(header(&packed, CONTENT_ENCODING).as_deref(), Some("br"));
        assert_eq!(header(&packed, CONTENT_TYPE).as_deref(), Some("text/javascript; charset=utf-8"));
        assert_eq!(header(&packed, CACHE_CONTROL).as_deref(), Some("public, max-age=31536000, immutable"));
        assert_eq!(header(&packed, VARY).as_deref(), Some("Accept-Encoding"));

        let gzip = ask("assets/ui-1.js", &[(ACCEPT_ENCODING, "gzip, deflate")]).await;
        assert_eq!(header(&gzip, CONTENT_ENCODING).as_deref(), Some("gzip"));
        let font = ask("assets/readex-latin-wght-1.woff2", &[(ACCEPT_ENCODING, "gzip, br")]).await;
        assert_eq!((header(&font, CONTENT_ENCODING), header(&font, VARY)), (None, None));

        let plain = ask("assets/ui-1.js", &[]).await;
        assert_eq!(header(&plain, CONTENT_ENCODING), None);
        let tag = header(&plain, ETAG).unwrap();
        assert_ne!(header(&packed, ETAG).unwrap(), tag);
        assert_ne!(header(&gzip, ETAG), header(&packed, ETAG));
        assert_eq!(ask("assets/ui-1.js", &[(IF_NONE_MATCH, &tag)]).await.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(ask("assets/ui-1.js", &[(IF_NONE_MATCH, "\"x\"")]).await.status(), StatusCode::OK);

        let types = [
            ("rules-1.wasm", "application/wasm"),
            ("ui-1.css", "text/css; charset=utf-8"),
            ("readex-latin-wght-1.woff2", "font/woff2"),
        ];
        for (name, mime) in types {
            assert_eq!(header(&ask(&format!("assets/{name}"), &[]).await, CONTENT_TYPE).as_deref(), Some(mime));
        }
        for path in ["assets/none.js", "assets/ui-1.js.br", "assets/../assets/ui-1.js", ".vite/manifest.json", ""] {
            assert_eq!(ask(path, &[]).await.status(), StatusCode::NOT_FOUND, "{path}");
        }
    }
}
