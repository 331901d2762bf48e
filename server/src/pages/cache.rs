//! Documents kept as they are sent: rendered once, compressed once, gone when a price or code changes.
//!
//! Nothing personal may come in here. The key has a bounded number of values: a code is part of it only when the
//! price list knows it, a package only when it chose a card.

use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use http::HeaderValue;
use onefare_core::discount::CodeState;
use onefare_core::language::Language;
use onefare_core::wire::page::Theme;
use tokio::sync::OnceCell;

use super::names::Audience;

/// Documents kept at most; each takes some 50 KB.
const CAPACITY: usize = 512;

/// What distinguishes one cached document from another, as far as the page's builder knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Variant {
    /// Name of the page ([`super::names::name`]).
    pub page: &'static str,
    /// The `package` of the query, only when it chose a card.
    pub package: Option<u32>,
    /// What became of the code in the address; `None` without one.
    pub verdict: Option<CodeState>,
    /// The code as the price list spells it, only when it is known there.
    pub code: Option<Arc<str>>,
    /// Revision of the prices and codes it was drawn from; 0 for pages without prices.
    pub prices: i64,
}

impl Variant {
    /// A page that has only one form per language and theme.
    #[must_use]
    pub fn only(page: &'static str) -> Self {
        Self { page, ..Self::default() }
    }
}

/// The whole key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageKey {
    /// What the page shows.
    pub variant: Variant,
    /// Its language.
    pub language: Language,
    /// What stands before its links.
    pub prefix: &'static str,
    /// Its colour scheme.
    pub theme: Theme,
}

/// A finished document.
#[derive(Clone, Debug)]
pub struct Document {
    /// The HTML.
    pub identity: Bytes,
    /// The same, compressed; absent when that failed.
    pub brotli: Option<Bytes>,
    /// Validator of `identity`.
    pub etag: HeaderValue,
    /// Validator of `brotli`.
    pub etag_brotli: HeaderValue,
    /// Who may see it.
    pub audience: Audience,
    /// From this instant on it is no longer true.
    pub expires: Option<DateTime<Utc>>,
}

/// Hits and misses since the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheCounts {
    /// Documents that were there, or were being made for somebody else.
    pub hits: u64,
    /// Documents that had to be made.
    pub misses: u64,
}

#[derive(Debug, Default)]
struct Slot {
    document: OnceCell<Arc<Document>>,
    used: AtomicU64,
}

impl Slot {
    fn is_over(&self, now: DateTime<Utc>) -> bool {
        self.document.get().is_some_and(|document| document.expires.is_some_and(|expires| expires <= now))
    }
}

/// The documents, by key.
#[derive(Debug)]
pub struct Cache {
    slots: RwLock<HashMap<PageKey, Arc<Slot>>>,
    capacity: usize,
    uses: AtomicU64,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl Default for Cache {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl Cache {
    /// A cache for so many documents.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            slots: RwLock::default(),
            capacity,
            uses: AtomicU64::new(0),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// The document under `key`, made by `render` when there is none that still holds. Whoever asks while it is being
    /// made waits for the same one.
    pub async fn get_or_render<F: Future<Output = Document>>(
        &self,
        key: &PageKey,
        now: DateTime<Utc>,
        render: impl FnOnce() -> F,
    ) -> Arc<Document> {
        let slot = self.slot(key, now);
        if let Some(document) = slot.document.get() {
            self.hits.fetch_add(1, Ordering::Relaxed);
            return Arc::clone(document);
        }
        let mut made_here = false;
        let made = slot.document.get_or_init(|| {
            made_here = true;
            let rendering = render();
            async { Arc::new(rendering.await) }
        });
        let document = Arc::clone(made.await);
        let counter = if made_here { &self.misses } else { &self.hits };
        counter.fetch_add(1, Ordering::Relaxed);
        document
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.slots.write().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// How often a document was there.
    #[must_use]
    pub fn counts(&self) -> CacheCounts {
        CacheCounts { hits: self.hits.load(Ordering::Relaxed), misses: self.misses.load(Ordering::Relaxed) }
    }

    /// The slot for `key`, a fresh one when there is none or its document is over.
    fn slot(&self, key: &PageKey, now: DateTime<Utc>) -> Arc<Slot> {
        let use_number = self.uses.fetch_add(1, Ordering::Relaxed);
        {
            let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(slot) = slots.get(key).filter(|slot| !slot.is_over(now)) {
                slot.used.store(use_number, Ordering::Relaxed);
                return Arc::clone(slot);
            }
        }
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        // Another request may have been quicker between the two locks.
        if let Some(slot) = slots.get(key).filter(|slot| !slot.is_over(now)) {
            return Arc::clone(slot);
        }
        if slots.len() >= self.capacity && !slots.contains_key(key) {
            make_room(&mut slots, self.capacity, now);
        }
        let slot = Arc::new(Slot { used: AtomicU64::new(use_number), ..Slot::default() });
        slots.insert(key.clone(), Arc::clone(&slot));
        slot
    }
}

/// Drops what is over, and if that is not enough what was not asked for longest.
fn make_room(slots: &mut HashMap<PageKey, Arc<Slot>>, capacity: usize, now: DateTime<Utc>) {
    slots.retain(|_, slot| !slot.is_over(now));
    if slots.len() >= capacity {
        let oldest = slots.iter().min_by_key(|(_, slot)| slot.used.load(Ordering::Relaxed)).map(|(key, _)| key.clone());
        if let Some(key) = oldest {
            slots.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn key(package: u32) -> PageKey {
        let variant = Variant { package: Some(package), ..Variant::only("buy") };
        PageKey { variant, language: Language::En, prefix: "", theme: Theme::System }
    }

    fn document(text: &'static str, expires: Option<DateTime<Utc>>) -> Document {
        let etag = HeaderValue::from_static("\"x\"");
        Document {
            identity: Bytes::from_static(text.as_bytes()),
            brotli: None,
            etag: etag.clone(),
            etag_brotli: etag,
            audience: Audience::Everybody,
            expires,
        }
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    async fn ask(cache: &Cache, package: u32, now: i64, text: &'static str, expires: Option<i64>) -> Bytes {
        let document = document(text, expires.map(at));
        cache.get_or_render(&key(package), at(now), || async { document }).await.identity.clone()
    }

    #[tokio::test]
    async fn keeps_until_the_instant_a_price_changes() {
        let cache = Cache::default();
        assert_eq!(ask(&cache, 1, 0, "old", Some(10)).await, "old");
        assert_eq!(ask(&cache, 1, 9, "new", None).await, "old");
        assert_eq!(ask(&cache, 2, 9, "other", None).await, "other");
        assert_eq!(ask(&cache, 1, 10, "new", None).await, "new");
        assert_eq!(cache.counts(), CacheCounts { hits: 1, misses: 3 });
        cache.clear();
        assert_eq!(ask(&cache, 1, 10, "newer", None).await, "newer");
    }

    #[tokio::test]
    async fn renders_once_for_a_crowd() {
        let cache = Arc::new(Cache::default());
        let crowd: Vec<_> = (0..100)
            .map(|_| {
                let cache = Arc::clone(&cache);
                tokio::spawn(async move {
                    let slow = || async {
                        tokio::time::sleep(Duration::from_millis(20)).await;
                        document("page", None)
                    };
                    cache.get_or_render(&key(1), at(0), slow).await
                })
            })
            .collect();
        for one in crowd {
            assert_eq!(one.await.unwrap().identity, "page");
        }
        assert_eq!(cache.counts(), CacheCounts { hits: 99, misses: 1 });
    }

    #[tokio::test]
    async fn goes_on_when_the_first_asker_leaves() {
        let cache = Cache::default();
        let key = key(1);
        let never = cache.get_or_render(&key, at(0), std::future::pending::<Document>);
        assert!(tokio::time::timeout(Duration::from_millis(5), never).await.is_err());
        assert_eq!(ask(&cache, 1, 0, "page", None).await, "page");
    }

    #[tokio::test]
    async fn stays_bounded_and_keeps_what_is_asked_for() {
        let cache = Cache::with_capacity(3);
        for package in [1, 2, 3, 1, 4, 1, 5] {
            ask(&cache, package, 0, "page", None).await;
        }
        assert_eq!(cache.slots.read().unwrap().len(), 3);
        assert_eq!(ask(&cache, 1, 0, "again", None).await, "page");
        assert_eq!(ask(&cache, 2, 0, "again", None).await, "again");
    }
}
