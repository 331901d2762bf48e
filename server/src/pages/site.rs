//! Everything that pages need in one place, and the way from a page's content to the answer.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use axum::response::Response;
use chrono::TimeDelta;
use http::{HeaderMap, StatusCode, Uri};
use onefare_core::wire::page::{Consent, Page, Theme};
use tokio::sync::{Semaphore, SemaphorePermit};
use url::Url;

use super::assets::{Assets, AssetsError, server_bundle};
use super::cache::{Cache, Document, Made, PageKey};
use super::consent::consent;
use super::document::{self, Sources};
use super::document_answer::answer;
use super::encoded::Encoded;
use super::frame::Shown;
use super::head::Head;
use super::language::{Address, OfferedLanguages, theme};
use super::not_found::with_path;
use super::page_request::{Keep, PageRequest};
use super::page_row::{Audience, PageRow};
use super::registry;
use super::render::{RenderError, Renderer};
use super::render_queue::Turn;
use super::share_pictures::{SharePictures, SharePicturesError};
use super::titles::{Texts, TextsError};
use crate::brand::{BrandBook, BrandError};
use crate::clock::Clock;
use crate::config::Sold;

/// A page that could not be rendered is sent without HTML, and rendered again after this time.
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
    /// The pictures for shared links are missing.
    #[error(transparent)]
    SharePictures(#[from] SharePicturesError),
    /// The server's bundle does not run.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// The settings of the site.
#[derive(Clone, Debug)]
pub struct SiteOptions {
    /// Public URL of the shop.
    pub public_url: Url,
    /// Hosts a `checkout_url` may lead to.
    pub checkout_hosts: Vec<String>,
    /// A brand file that replaces the built-in one.
    pub brand_file: Option<PathBuf>,
    /// Vite's development server, when its scripts replace the build.
    pub dev_assets: Option<Url>,
    /// Whether pages ask visitors for consent to events.
    pub asks_consent: bool,
    /// The parts that the shop sells: pages of the others are unknown addresses.
    pub sold: Sold,
    /// The source of the time.
    pub clock: Clock,
}

/// What pages are made from and cached in: bundle, assets, texts, brand and finished documents.
pub struct Site {
    renderer: Option<Renderer>,
    sources: Sources,
    texts: Texts,
    share_pictures: SharePictures,
    languages: OfferedLanguages,
    brand: BrandBook,
    cache: Cache<PageKey, Option<Document>>,
    /// Held while a page without a turn is written.
    without_turn: Semaphore,
    public_base: String,
    checkout_hosts: Vec<String>,
    asks_consent: bool,
    sold: Sold,
    clock: Clock,
}

impl fmt::Debug for Site {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Site").field("public_base", &self.public_base).finish_non_exhaustive()
    }
}

impl Site {
    /// Loads everything and starts the render thread, for which [`Site::ready`] waits.
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
            without_turn: Semaphore::new(1),
            public_base: options.public_url.as_str().trim_end_matches('/').to_owned(),
            checkout_hosts: options.checkout_hosts,
            asks_consent: options.asks_consent,
            sold: options.sold,
            clock: options.clock,
        }
    }

    /// Has the bundle loaded, and waits for that.
    ///
    /// # Errors
    /// When it does not load.
    pub async fn ready(&self) -> Result<(), SiteError> {
        match &self.renderer {
            Some(renderer) => Ok(renderer.ready().await?),
            None => Ok(()),
        }
    }

    /// Splits a URL's path.
    #[must_use]
    pub fn address<'a>(&self, url_path: &'a str) -> Address<'a> {
        self.languages.split(url_path)
    }

    /// The page at a path without its language prefix, of those that this shop has.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&'static PageRow> {
        registry::find(path).filter(|row| row.is_offered(self.sold))
    }

    /// The pages that this shop has.
    pub fn pages(&self) -> impl Iterator<Item = &'static PageRow> {
        registry::PAGES.iter().filter(|row| row.is_offered(self.sold))
    }

    /// The redirect of a returning visitor from a bare address to the language chosen earlier, if one is due.
    #[must_use]
    pub fn redirect(&self, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
        self.languages.redirect(uri, headers)
    }

    /// The languages that have catalogs.
    #[must_use]
    pub const fn languages(&self) -> &OfferedLanguages {
        &self.languages
    }

    /// The pictures for shared links.
    #[must_use]
    pub const fn share_pictures(&self) -> &SharePictures {
        &self.share_pictures
    }

    /// Texts that are written outside React.
    #[must_use]
    pub const fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The brand.
    #[must_use]
    pub const fn brand(&self) -> &BrandBook {
        &self.brand
    }

    /// The document cache, for counting and clearing.
    #[must_use]
    pub const fn cache(&self) -> &Cache<PageKey, Option<Document>> {
        &self.cache
    }

    /// The source of scripts and styles.
    #[must_use]
    pub const fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Public URL without a slash at its end.
    #[must_use]
    pub fn public_base(&self) -> &str {
        &self.public_base
    }

    /// Answers with the page that shows `content`, which is built only when no cached document will do. `turn` says whose
    /// turn a drawing takes, and is asked before each one; without a turn the root is empty, and the browser draws. `None`
    /// when the content cannot be built; then nothing is cached either.
    pub async fn respond<C: Into<Shown>>(
        &self,
        request: PageRequest<'_>,
        content: impl FnOnce() -> Option<C>,
        turn: impl AsyncFnOnce() -> Option<Turn>,
    ) -> Option<Response> {
        let PageRequest { headers, address, row, listed, status, keep } = request;
        let (theme, consent) = (theme(headers), self.consent(row, headers));
        let page = |shown: C| self.page(row, address, theme, consent, shown.into());
        let (variant, path, expires) = match keep {
            Keep::Never => {
                let turn = Box::pin(turn()).await;
                let waited = self.wait_without(turn.as_ref()).await;
                let drawn = Box::pin(self.draw(row, listed, page(content()?), turn)).await;
                drop(waited);
                return Some(answer(&drawn.value, status, headers, false).await);
            }
            Keep::As(variant, expires) => (variant, None, expires),
            Keep::ButPath(variant, path, expires) => (variant, Some(path), expires),
        };
        let key = PageKey { variant, language: address.language, prefix: address.prefix, theme, consent };
        let now = self.clock.now();
        // What is there costs nobody's turn.
        let turn = if self.cache.holds(&key, now) { Some(Turn::First) } else { Box::pin(turn()).await };
        let is_drawn = turn.is_some();
        let render = async || {
            let Some(content) = content() else {
                return Made { value: None, expires: Some(now) };
            };
            let Made { value, expires: redraw } = self.draw(row, listed, page(content), turn).await;
            Made { value: Some(value), expires: [redraw, expires].into_iter().flatten().min() }
        };
        let made = if is_drawn {
            self.cache.get_or_make(&key, now, render).await
        } else {
            let _waited = self.wait_without(None).await;
            Arc::new(Box::pin(render()).await)
        };
        let document = made.value.as_ref()?;
        let Some(path) = path else {
            // A document with an error status is cached here, and in no other cache.
            return Some(answer(document, status, headers, is_drawn && status == StatusCode::OK).await);
        };
        let html = with_path(&String::from_utf8_lossy(document.html.identity()), &path);
        let with_path = Document { html: Encoded::unpacked(html.into()), ..*document };
        Some(answer(&with_path, status, headers, false).await)
    }

    /// Waits, for a page that has no turn, until no other such page is being written: the clients that have too many drawn
    /// keep one thread busy together, and leave the others to everybody else.
    async fn wait_without(&self, turn: Option<&Turn>) -> Option<SemaphorePermit<'_>> {
        if turn.is_some() {
            return None;
        }
        let alone = self.without_turn.acquire().await.ok();
        // Other tasks and new connections come before the next one.
        tokio::task::yield_now().await;
        alone
    }

    /// Draws one page without caching it, for measurements; returns the size of its document in bytes.
    ///
    /// # Errors
    /// When there is no renderer (development) or it fails.
    pub async fn render_once(&self, row: &PageRow, address: Address<'_>, shown: Shown) -> Result<usize, RenderError> {
        let page = self.page(row, address, Theme::default(), None, shown);
        let page_json = serde_json::to_string(&page).map_err(|error| RenderError::Script(error.to_string()))?;
        let Some(renderer) = &self.renderer else { return Ok(0) };
        let html = renderer.render(page_json.clone(), Turn::First).await?;
        let head = self.head(row, row.indexed, &page);
        Ok(document::write(row.name, &page, &page_json, &head, &self.sources, &html).len())
    }

    /// The visitor's answer about events, for pages that ask. Pages of one buyer do not ask: their addresses name a
    /// payment, and a form could not lead back there.
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
        // The links to other languages derive from it. An unknown path may be anything, even `//elsewhere.example`.
        let path = self.find(address.path).map_or("/", |_| address.path);
        let mut brand = self.brand.for_page(row.name, address.language).clone();
        (brand.claims.devices, brand.claims.devices_at_once) = (shown.devices.registered, shown.devices.at_once);
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
            brand,
            consent,
            popular: shown.popular,
            content: shown.content,
        }
    }

    /// Renders and compresses. A page that fails to render becomes an empty root that is valid for a short time only, and
    /// one that found no room among those that wait, for this request only. Without a turn the root is empty at once, and
    /// the document is not compressed.
    async fn draw(&self, row: &PageRow, listed: bool, page: Page, turn: Option<Turn>) -> Made<Document> {
        let name = row.name;
        let page_json = serde_json::to_string(&page).unwrap_or_else(|error| {
            tracing::error!(page = name, %error, "page data cannot be written");
            "null".to_owned()
        });
        let packs = turn.is_some();
        let rendered = match (&self.renderer, turn) {
            (Some(renderer), Some(turn)) => renderer.render(page_json.clone(), turn).await,
            _ => Ok(String::new()),
        };
        let expires = rendered.as_ref().err().map(|error| {
            if matches!(error, RenderError::Busy) {
                return self.clock.now();
            }
            tracing::error!(page = name, %error, "page not rendered: the browser draws it");
            self.clock.now() + TimeDelta::seconds(RETRY_SECONDS)
        });
        let head = self.head(row, listed, &page);
        let html = document::write(name, &page, &page_json, &head, &self.sources, &rendered.unwrap_or_default());
        let html = if packs {
            let html = Encoded::new(html.into());
            html.pack().await;
            html
        } else {
            Encoded::unpacked(html.into())
        };
        Made { value: Document { html, audience: row.audience, listed }, expires }
    }
}
