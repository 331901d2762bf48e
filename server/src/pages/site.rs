//! Everything a page needs in one place, and the way from "what to show" to the answer.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use axum::response::Response;
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use http::{HeaderMap, StatusCode, Uri};
use onefare_core::wire::page::{Consent, Page, Theme};
use sha2::{Digest as _, Sha256};
use url::Url;

use super::assets::{Assets, AssetsError, server_bundle};
use super::cache::{Cache, Document, Made, PageKey, Variant};
use super::consent::consent;
use super::document::{self, Sources};
use super::document_answer::answer;
use super::frame::Shown;
use super::head::Head;
use super::http_caching::{brotli, etag};
use super::language::{Address, OfferedLanguages, theme};
use super::not_found::with_path;
use super::page_row::{Audience, PageRow};
use super::registry;
use super::render::{RenderError, Renderer};
use super::share_pictures::{SharePictures, SharePicturesError};
use super::titles::{Texts, TextsError};
use crate::brand::{BrandBook, BrandError};
use crate::clock::Clock;

/// A page that could not be rendered is sent without HTML and tried again after this time.
const RETRY_SECONDS: i64 = 5;

/// Why the pages cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// The web was not built.
    #[error(transparent)]
    Assets(#[from] AssetsError),
    /// The brand file is wrong.
    #[error(transparent)]
    Brand(#[from] BrandError),
    /// A catalog is wrong.
    #[error(transparent)]
    Texts(#[from] TextsError),
    /// The pictures for links are not there.
    #[error(transparent)]
    SharePictures(#[from] SharePicturesError),
    /// The server's bundle does not run.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// What the site is set up with.
#[derive(Clone, Debug)]
pub struct SiteOptions {
    /// Public address of the shop.
    pub public_url: Url,
    /// Hosts a `checkout_url` may lead to.
    pub checkout_hosts: Vec<String>,
    /// Another brand file than the built-in one.
    pub brand_file: Option<PathBuf>,
    /// Vite's development server, when its scripts are to be used instead of the build.
    pub dev_assets: Option<Url>,
    /// Whether pages ask visitors for consent to events.
    pub asks_consent: bool,
    /// Where the time comes from.
    pub clock: Clock,
}

/// A request for a page.
#[derive(Clone, Debug)]
pub struct PageRequest<'a> {
    /// The request's headers.
    pub headers: &'a HeaderMap,
    /// The page's address ([`Site::address`]).
    pub address: Address<'a>,
    /// The page.
    pub row: &'static PageRow,
    /// Whether search engines may list this address: never with a discount code.
    pub listed: bool,
    /// Status of the answer: 200, or 404 for unknown addresses.
    pub status: StatusCode,
    /// Whether the document may be kept.
    pub keep: Keep,
}

/// Whether a document may be kept for others.
#[derive(Clone, Debug)]
pub enum Keep {
    /// It holds text of this one request: made for it alone.
    Never,
    /// The same for a client that requests too many of them: an empty root, which the browser draws.
    Undrawn,
    /// It is the same for every visitor with this variant, language and theme, until the instant.
    As(Variant, Option<DateTime<Utc>>),
    /// It is the same, until the instant, but for the words of its address that stand in place of [`PLACE`].
    ///
    /// [`PLACE`]: super::not_found::PLACE
    ButPath(Variant, String, Option<DateTime<Utc>>),
}

/// What pages are made from, and kept in: bundle, assets, texts, brand and finished documents.
pub struct Site {
    renderer: Option<Renderer>,
    sources: Sources,
    texts: Texts,
    share_pictures: SharePictures,
    languages: OfferedLanguages,
    brand: BrandBook,
    cache: Cache<PageKey, Option<Document>>,
    public_base: String,
    checkout_hosts: Vec<String>,
    asks_consent: bool,
    clock: Clock,
}

impl fmt::Debug for Site {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Site").field("public_base", &self.public_base).finish_non_exhaustive()
    }
}

impl Site {
    /// Reads everything and starts the render thread; [`Site::ready`] waits for that one.
    ///
    /// # Errors
    /// When the web was not built, or the brand file or a catalog is wrong.
    pub fn start(options: SiteOptions) -> Result<Self, SiteError> {
        let (renderer, sources) = match &options.dev_assets {
            Some(server) => (None, Sources::Development(server.clone())),
            None => (Some(Renderer::start(server_bundle()?)?), Sources::Built(Assets::load()?)),
        };
        let brand = BrandBook::load(options.brand_file.as_deref())?;
        Ok(Self::from_parts(options, renderer, sources, Texts::load()?, SharePictures::load()?, brand))
    }

    /// Puts a site together from its parts.
    #[must_use]
    pub fn from_parts(
        options: SiteOptions,
        renderer: Option<Renderer>,
        sources: Sources,
        texts: Texts,
        share_pictures: SharePictures,
        brand: BrandBook,
    ) -> Self {
        Self {
            renderer,
            sources,
            languages: texts.languages(),
            texts,
            share_pictures,
            brand,
            cache: Cache::default(),
            public_base: options.public_url.as_str().trim_end_matches('/').to_owned(),
            checkout_hosts: options.checkout_hosts,
            asks_consent: options.asks_consent,
            clock: options.clock,
        }
    }

    /// Has the bundle loaded, and waits for it.
    ///
    /// # Errors
    /// When it does not load.
    pub async fn ready(&self) -> Result<(), SiteError> {
        match &self.renderer {
            Some(renderer) => Ok(renderer.ready().await?),
            None => Ok(()),
        }
    }

    /// Takes a URL's path apart.
    #[must_use]
    pub fn address<'a>(&self, url_path: &'a str) -> Address<'a> {
        self.languages.split(url_path)
    }

    /// The answer that leads a returning visitor from a bare address to the language chosen earlier, if it must.
    #[must_use]
    pub fn redirect(&self, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
        self.languages.redirect(uri, headers)
    }

    /// Languages that have catalogs.
    #[must_use]
    pub const fn languages(&self) -> &OfferedLanguages {
        &self.languages
    }

    /// The pictures for links to the shop.
    #[must_use]
    pub const fn share_pictures(&self) -> &SharePictures {
        &self.share_pictures
    }

    /// Texts for what is written outside React.
    #[must_use]
    pub const fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The brand.
    #[must_use]
    pub const fn brand(&self) -> &BrandBook {
        &self.brand
    }

    /// Finished documents, for counting and clearing.
    #[must_use]
    pub const fn cache(&self) -> &Cache<PageKey, Option<Document>> {
        &self.cache
    }

    /// Where scripts and styles come from.
    #[must_use]
    pub const fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Public address without a slash at its end.
    #[must_use]
    pub fn public_base(&self) -> &str {
        &self.public_base
    }

    /// Answers with the page that shows `content`, which is only built when no kept document will do. `None` when it
    /// cannot be built; then nothing is kept either.
    pub async fn respond<C: Into<Shown>>(
        &self,
        request: PageRequest<'_>,
        content: impl FnOnce() -> Option<C>,
    ) -> Option<Response> {
        let PageRequest { headers, address, row, listed, status, keep } = request;
        let (theme, consent) = (theme(headers), self.consent(row, headers));
        let page = |shown: C| self.page(row, address, theme, consent, shown.into());
        match keep {
            Keep::ButPath(variant, path, expires) => {
                let kept = self.kept(variant, address, (theme, consent), expires, async || {
                    Some(self.draw(row, listed, page(content()?), true).await)
                });
                let kept = kept.await;
                let document = kept.value.as_ref()?;
                let html = with_path(&String::from_utf8_lossy(&document.identity), &path);
                let with_path = Document { identity: html.into(), brotli: None, ..document.clone() };
                Some(answer(&with_path, status, headers, false))
            }
            Keep::As(variant, expires) => {
                let kept = self.kept(variant, address, (theme, consent), expires, async || {
                    Some(self.draw(row, listed, page(content()?), true).await)
                });
                // A document with an error status is kept here, and in no other cache.
                kept.await.value.as_ref().map(|document| answer(document, status, headers, status == StatusCode::OK))
            }
            Keep::Never | Keep::Undrawn => {
                let renders = matches!(keep, Keep::Never);
                let drawn = Box::pin(self.draw(row, listed, page(content()?), renders)).await;
                Some(answer(&drawn.value, status, headers, false))
            }
        }
    }

    /// The document that is kept under a key, drawn where there is none.
    async fn kept(
        &self,
        variant: Variant,
        address: Address<'_>,
        (theme, consent): (Theme, Option<Consent>),
        expires: Option<DateTime<Utc>>,
        draw: impl AsyncFnOnce() -> Option<Made<Document>>,
    ) -> Arc<Made<Option<Document>>> {
        let key = PageKey { variant, language: address.language, prefix: address.prefix, theme, consent };
        let now = self.clock.now();
        let render = || async {
            let Some(Made { value, expires: redraw }) = draw().await else {
                return Made { value: None, expires: Some(now) };
            };
            Made { value: Some(value), expires: [redraw, expires].into_iter().flatten().min() }
        };
        self.cache.get_or_make(&key, now, render).await
    }

    /// Draws one page without keeping it, for measuring; returns the bytes of its document.
    ///
    /// # Errors
    /// When there is no renderer (development) or it fails.
    pub async fn render_once(&self, row: &PageRow, address: Address<'_>, shown: Shown) -> Result<usize, RenderError> {
        let page = self.page(row, address, Theme::default(), None, shown);
        let page_json = serde_json::to_string(&page).map_err(|error| RenderError::Script(error.to_string()))?;
        let Some(renderer) = &self.renderer else { return Ok(0) };
        let html = renderer.render(page_json.clone()).await?;
        let head = self.head(row, row.indexed, &page);
        Ok(document::write(row.name, &page, &page_json, &head, &self.sources, &html).len())
    }

    /// Whether the visitor has answered about events. Pages of one buyer do not ask: their addresses name a payment, and a form
    /// could not lead back there.
    fn consent(&self, row: &PageRow, headers: &HeaderMap) -> Option<Consent> {
        (self.asks_consent && row.audience == Audience::Everybody && !row.personal).then(|| consent(headers))
    }

    fn head(&self, row: &PageRow, listed: bool, page: &Page) -> Head {
        let picture = row
            .share_picture
            .and_then(|family| self.share_pictures.of(family, page.language, &page.brand.name, &self.public_base));
        Head { picture, ..Head::of(page, row, listed, &self.texts, &self.public_base) }
    }

    fn page(&self, row: &PageRow, address: Address<'_>, theme: Theme, consent: Option<Consent>, shown: Shown) -> Page {
        // Links to other languages are made of it. An unknown path may be anything, `//elsewhere.example` too.
        let path = registry::find(address.path).map_or("/", |_| address.path);
        Page {
            build: self.sources.build().to_owned(),
            language: address.language,
            direction: address.language.direction(),
            languages: self.languages.links(address.area, path),
            theme,
            path: path.to_owned(),
            area: address.area,
            prefixes: address.prefixes(),
            catalogs: row.catalogs().into_iter().map(str::to_owned).collect(),
            checkout_hosts: self.checkout_hosts.clone(),
            brand: self.brand.for_page(row.name, address.language).clone(),
            consent,
            popular: shown.popular,
            content: shown.content,
        }
    }

    /// Renders and compresses. What cannot be rendered becomes an empty root that holds for a short while only; without
    /// `renders` it is one at once, and is not compressed.
    async fn draw(&self, row: &PageRow, listed: bool, page: Page, renders: bool) -> Made<Document> {
        let name = row.name;
        let page_json = serde_json::to_string(&page).unwrap_or_else(|error| {
            tracing::error!(page = name, %error, "page data cannot be written");
            "null".to_owned()
        });
        let rendered = match &self.renderer {
            Some(renderer) if renders => renderer
                .render(page_json.clone())
                .await
                .inspect_err(|error| tracing::error!(page = name, %error, "page not rendered: the browser draws it"))
                .ok(),
            _ => Some(String::new()),
        };
        let expires = rendered.is_none().then(|| self.clock.now() + TimeDelta::seconds(RETRY_SECONDS));
        let head = self.head(row, listed, &page);
        let html = document::write(name, &page, &page_json, &head, &self.sources, &rendered.unwrap_or_default());
        let digest = hex::encode(&Sha256::digest(&html)[..12]);
        let identity = Bytes::from(html);
        let source = identity.clone();
        // Pure computing: not on the threads that answer other requests.
        let packed = match renders {
            true => tokio::task::spawn_blocking(move || brotli(&source)).await.ok().flatten(),
            false => None,
        };
        let document = Document {
            identity,
            brotli: packed,
            etag: etag(&digest, ""),
            etag_brotli: etag(&digest, "-br"),
            audience: row.audience,
            listed,
        };
        Made { value: document, expires }
    }
}
