//! Caches answers as they are sent: made once, dropped when a price or code changes.
//!
//! Nothing personal may enter the cache. The number of keys is bounded: a code is part of the key only when the price
//! list knows it, a package only when it chose a card, a bundle or data plan only when it is on sale. Bundles and codes
//! still make tens of thousands of keys, so these have partitions of their own and evict none of the others ([`Partition`]).

use std::collections::HashMap;
use std::future::Future;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use chrono::{DateTime, Utc};
use onefare_core::discount::CodeState;
use onefare_core::esim_product_id::StructuredData;
use onefare_core::language::Language;
use onefare_core::plan::DeviceAllowance;
use onefare_core::wire::page::{Consent, Theme};
use tokio::sync::OnceCell;

use super::encoded::Encoded;
use super::page_row::Audience;

/// A key of the cache.
pub trait Key: Clone + Eq + Hash {
    /// Where it is kept.
    fn partition(&self) -> Partition;
}

/// A part of the cache with a capacity of its own. A new key evicts one of its own partition, so that a client that requests
/// every bundle evicts no landing page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partition {
    /// Of neither a code nor a bundle. Each of these keys has a place: its answer is made once for each change of
    /// prices, however often and by however many clients it is requested.
    Common,
    /// With a code that the price list knows.
    Code,
    /// Of one bundle.
    Bundle,
}

impl Partition {
    /// Most answers in it; a document takes some 50 KB. There are some 30 pages for everybody in 5 languages, English
    /// under two addresses, 3 themes and, where events are forwarded, with and without the question about them.
    const fn capacity(self) -> usize {
        match self {
            Self::Common => 1_536,
            Self::Code => 128,
            Self::Bundle => 512,
        }
    }
}

/// What distinguishes one cached answer from another, as far as its builder knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Variant {
    /// Name of the page ([`super::page_row::PageRow::name`]) or call.
    pub page: &'static str,
    /// The `package` of the query, only when it chose a card.
    pub package: Option<u32>,
    /// The state of the code in the address; `None` without a code.
    pub verdict: Option<CodeState>,
    /// The code as the price list spells it, only when it is known there.
    pub code: Option<Arc<str>>,
    /// The bundle whose page it is, only when it is on sale.
    pub bundle: Option<u32>,
    /// The data plan that the address chose, only when that bundle has it.
    pub plan: Option<StructuredData>,
    /// Revision of the prices and codes it was drawn from; 0 for pages without prices.
    pub prices: i64,
    /// The devices that every plan on sale allows, which any page may name.
    pub devices: DeviceAllowance,
}

impl Variant {
    /// A page with only one form per language and theme.
    #[must_use]
    pub fn only(page: &'static str) -> Self {
        Self { page, ..Self::default() }
    }
}

impl Key for Variant {
    fn partition(&self) -> Partition {
        match (self.bundle, &self.code) {
            (Some(_), _) => Partition::Bundle,
            (None, Some(_)) => Partition::Code,
            (None, None) => Partition::Common,
        }
    }
}

/// The whole cache key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageKey {
    /// What the page shows.
    pub variant: Variant,
    /// Its language.
    pub language: Language,
    /// The prefix of its links.
    pub prefix: &'static str,
    /// Its colour scheme.
    pub theme: Theme,
    /// Whether it asks for consent to events.
    pub consent: Option<Consent>,
}

impl Key for PageKey {
    fn partition(&self) -> Partition {
        self.variant.partition()
    }
}

/// The cache key of the calls that read bundles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BundlesKey {
    /// What is read.
    pub read: BundlesRead,
    /// Revision of the prices it was made from.
    pub prices: i64,
}

impl Key for BundlesKey {
    fn partition(&self) -> Partition {
        match self.read {
            BundlesRead::One(..) => Partition::Bundle,
            BundlesRead::List(_) | BundlesRead::SearchTexts | BundlesRead::SiteMap => Partition::Common,
        }
    }
}

/// What a call reads of the bundles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BundlesRead {
    /// All bundles, in a language.
    List(Language),
    /// The bundle with this number, in a language.
    One(u32, Language),
    /// The search terms of all bundles, in every language.
    SearchTexts,
    /// The addresses that search engines may list.
    SiteMap,
}

/// A finished document.
#[derive(Clone, Debug)]
pub struct Document {
    /// The HTML.
    pub html: Encoded,
    /// The audience of its page.
    pub audience: Audience,
    /// Whether search engines may list it.
    pub listed: bool,
}

/// A made value, and how long it may be cached.
#[derive(Clone, Debug)]
pub struct Made<V> {
    /// The value.
    pub value: V,
    /// The instant from which it is out of date.
    pub expires: Option<DateTime<Utc>>,
}

/// Hits and misses since the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheCounts {
    /// Answers that were cached, or already being made for another request.
    pub hits: u64,
    /// Answers that had to be made.
    pub misses: u64,
}

#[derive(Debug)]
struct Slot<V> {
    made: OnceCell<Arc<Made<V>>>,
    used: AtomicU64,
}

impl<V> Slot<V> {
    fn is_over(&self, now: DateTime<Utc>) -> bool {
        self.made.get().is_some_and(|made| made.expires.is_some_and(|expires| expires <= now))
    }
}

/// The cached answers, by key.
#[derive(Debug)]
pub struct Cache<K, V> {
    slots: RwLock<HashMap<K, Arc<Slot<V>>>>,
    uses: AtomicU64,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self { slots: RwLock::default(), uses: AtomicU64::new(0), hits: AtomicU64::new(0), misses: AtomicU64::new(0) }
    }
}

impl<K: Key, V> Cache<K, V> {
    /// The answer under `key`; `make` makes it when none is valid. A request that comes meanwhile waits for the same
    /// answer.
    pub async fn get_or_make<F: Future<Output = Made<V>>>(
        &self,
        key: &K,
        now: DateTime<Utc>,
        make: impl FnOnce() -> F,
    ) -> Arc<Made<V>> {
        let slot = self.slot(key, now);
        if let Some(made) = slot.made.get() {
            self.hits.fetch_add(1, Ordering::Relaxed);
            return Arc::clone(made);
        }
        let mut made_here = false;
        // Boxed, so that the future of a cached answer is not as large as that of one being made.
        let making = Box::pin(slot.made.get_or_init(|| {
            made_here = true;
            let making = make();
            async { Arc::new(making.await) }
        }));
        let made = Arc::clone(making.await);
        let counter = if made_here { &self.misses } else { &self.hits };
        counter.fetch_add(1, Ordering::Relaxed);
        made
    }

    /// Whether there is a valid answer under `key`, or one is being made.
    #[must_use]
    pub fn holds(&self, key: &K, now: DateTime<Utc>) -> bool {
        let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
        slots.get(key).is_some_and(|slot| !slot.is_over(now))
    }

    /// Empties the cache.
    pub fn clear(&self) {
        self.slots.write().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// How many answers were cached, and how many were not.
    #[must_use]
    pub fn counts(&self) -> CacheCounts {
        CacheCounts { hits: self.hits.load(Ordering::Relaxed), misses: self.misses.load(Ordering::Relaxed) }
    }

    /// The slot for `key`; a new one when there is none or its answer has expired.
    fn slot(&self, key: &K, now: DateTime<Utc>) -> Arc<Slot<V>> {
        let use_number = self.uses.fetch_add(1, Ordering::Relaxed);
        {
            let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(slot) = slots.get(key).filter(|slot| !slot.is_over(now)) {
                slot.used.store(use_number, Ordering::Relaxed);
                return Arc::clone(slot);
            }
        }
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        // Another request may have made the slot between the two locks.
        if let Some(slot) = slots.get(key).filter(|slot| !slot.is_over(now)) {
            slot.used.store(use_number, Ordering::Relaxed);
            return Arc::clone(slot);
        }
        if !slots.contains_key(key) {
            make_room(&mut slots, key.partition(), now);
        }
        let slot = Arc::new(Slot { made: OnceCell::new(), used: AtomicU64::new(use_number) });
        slots.insert(key.clone(), Arc::clone(&slot));
        slot
    }
}

/// Makes room for one more answer in a partition: where it is full, drops expired answers, and if that is not enough the
/// least recently used one of that partition.
fn make_room<K: Key, V>(slots: &mut HashMap<K, Arc<Slot<V>>>, partition: Partition, now: DateTime<Utc>) {
    let is_full = |slots: &HashMap<K, Arc<Slot<V>>>| {
        slots.len() >= partition.capacity()
            && slots.keys().filter(|key| key.partition() == partition).count() >= partition.capacity()
    };
    if !is_full(slots) {
        return;
    }
    slots.retain(|_, slot| !slot.is_over(now));
    if is_full(slots) {
        let of_partition = slots.iter().filter(|(key, _)| key.partition() == partition);
        let oldest = of_partition.min_by_key(|(_, slot)| slot.used.load(Ordering::Relaxed)).map(|(key, _)| key.clone());
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
        PageKey { variant, language: Language::En, prefix: "", theme: Theme::System, consent: None }
    }

    type Texts = Cache<PageKey, &'static str>;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    async fn ask(cache: &Texts, package: u32, now: i64, value: &'static str, expires: Option<i64>) -> &'static str {
        let made = Made { value, expires: expires.map(at) };
        cache.get_or_make(&key(package), at(now), || async { made }).await.value
    }

    #[tokio::test]
    async fn keeps_until_the_instant_a_price_changes() {
        let cache = Texts::default();
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
        let cache = Arc::new(Texts::default());
        let crowd: Vec<_> = (0..100)
            .map(|_| {
                let cache = Arc::clone(&cache);
                tokio::spawn(async move {
                    let slow = || async {
                        tokio::time::sleep(Duration::from_millis(20)).await;
                        Made { value: "page", expires: None }
                    };
                    cache.get_or_make(&key(1), at(0), slow).await
                })
            })
            .collect();
        for one in crowd {
            assert_eq!(one.await.unwrap().value, "page");
        }
        assert_eq!(cache.counts(), CacheCounts { hits: 99, misses: 1 });
    }

    #[tokio::test]
    async fn goes_on_when_the_first_asker_leaves() {
        let cache = Texts::default();
        let key = key(1);
        let never = cache.get_or_make(&key, at(0), std::future::pending);
        assert!(tokio::time::timeout(Duration::from_millis(5), never).await.is_err());
        assert_eq!(ask(&cache, 1, 0, "page", None).await, "page");
    }

    #[tokio::test]
    async fn a_partition_evicts_its_own_least_recently_used_key_and_none_of_another() {
        let cache = Texts::default();
        let bundle = |number: u32| {
            let variant = Variant { bundle: Some(number), ..Variant::only("esim-bundle") };
            PageKey { variant, ..key(0) }
        };
        let code = PageKey { variant: Variant { code: Some("FEW".into()), ..Variant::only("buy") }, ..key(0) };
        let ask = async |key: &PageKey, value| {
            cache.get_or_make(key, at(0), || async { Made { value, expires: None } }).await.value
        };
        for kept in [&key(1), &code, &bundle(0)] {
            assert_eq!(ask(kept, "page").await, "page");
        }
        for number in 1..2_000 {
            ask(&bundle(number), "page").await;
            assert_eq!(ask(&bundle(0), "again").await, "page", "what is asked for stays");
        }
        let of_bundles = cache.slots.read().unwrap().keys().filter(|key| key.partition() == Partition::Bundle).count();
        assert_eq!(of_bundles, Partition::Bundle.capacity());
        assert_eq!((ask(&key(1), "again").await, ask(&code, "again").await), ("page", "page"));
        assert!(!cache.holds(&bundle(1), at(0)) && cache.holds(&bundle(1_999), at(0)));
    }
}
