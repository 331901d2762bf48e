//! Named places where a test may stop or kill this process: between the steps of a purchase that must survive it.
//!
//! Only development builds know them; in a release [`reached`] is empty. `ONEFARE_FAIL_POINT=settled.before:2` with
//! `ONEFARE_FAIL_POINT_FILE=/some/file` makes the second arrival at that place write the file and wait until the file
//! is gone; everything else goes on. The test that watches the file kills the process there, or removes the file.
//!
//! Own code, because the crates for it (`fail`) act inside the process: they panic, sleep or return, and none of that
//! is what a power switch does.

/// A step of a purchase. `before`: not done yet; `after`: done and durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Order, payment and its recheck are committed.
    OrderStored,
    /// The provider has made the payment page.
    ProviderAsked,
    /// Its id and address are committed.
    PageNoted,
    /// The signature of a webhook event was found good.
    WebhookVerified,
    /// The webhook event and the recheck it calls for are committed; the answer follows.
    WebhookNoted,
    /// Payment, order and delivery job are committed.
    Settled,
    /// The supplier has answered the order of an eSIM. `before`: the mark that the call begins is not committed yet.
    SupplierAsked,
    /// The supplier's number is committed.
    SupplierNoted,
    /// What was bought is committed.
    Delivered,
    /// The mail server has taken the letter.
    LetterSent,
    /// The letter is marked as sent, and that is committed.
    LetterNoted,
}

/// Which side of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Not done yet.
    Before,
    /// Done.
    After,
}

/// The flow reached this place. Returns at once, because a release has no fail points.
#[cfg(not(debug_assertions))]
#[expect(clippy::unused_async, reason = "the same call in both builds")]
pub async fn reached(_: Step, _: Side) {}

#[cfg(debug_assertions)]
pub use armed::reached;

#[cfg(debug_assertions)]
mod armed {
    use std::path::{Path, PathBuf};
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use super::{Side, Step};

    /// How often a stopped flow checks whether it may go on.
    const LOOK: Duration = Duration::from_millis(2);

    struct Armed {
        step: String,
        side: String,
        /// Arrivals left until the flow stops, that one included.
        left: AtomicU32,
        file: PathBuf,
    }

    static ARMED: LazyLock<Option<Armed>> = LazyLock::new(|| {
        let wanted = std::env::var("ONEFARE_FAIL_POINT").ok()?;
        let file = PathBuf::from(std::env::var_os("ONEFARE_FAIL_POINT_FILE")?);
        let (place, arrival) = wanted.split_once(':').unwrap_or((&wanted, "1"));
        let (step, side) = place.split_once('.')?;
        Some(Armed { step: step.to_owned(), side: side.to_owned(), left: AtomicU32::new(arrival.parse().ok()?), file })
    });

    /// The flow reached this place. Returns at once, unless a test armed this one.
    pub async fn reached(step: Step, side: Side) {
        let Some(armed) = &*ARMED else { return };
        if armed.step != step.word() || armed.side != side.word() {
            return;
        }
        let less = |left: u32| left.checked_sub(1);
        if armed.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less) == Ok(1) {
            stop_here(&armed.file).await;
        }
    }

    async fn stop_here(file: &Path) {
        if let Err(error) = std::fs::write(file, []) {
            tracing::error!(%error, "a fail point could not be announced");
            return;
        }
        while file.exists() {
            tokio::time::sleep(LOOK).await;
        }
    }

    impl Step {
        /// As the variable spells it.
        const fn word(self) -> &'static str {
            match self {
                Self::OrderStored => "order_stored",
                Self::ProviderAsked => "provider_asked",
                Self::PageNoted => "page_noted",
                Self::WebhookVerified => "webhook_verified",
                Self::WebhookNoted => "webhook_noted",
                Self::Settled => "settled",
                Self::SupplierAsked => "supplier_asked",
                Self::SupplierNoted => "supplier_noted",
                Self::Delivered => "delivered",
                Self::LetterSent => "letter_sent",
                Self::LetterNoted => "letter_noted",
            }
        }
    }

    impl Side {
        /// As the variable spells it.
        const fn word(self) -> &'static str {
            match self {
                Self::Before => "before",
                Self::After => "after",
            }
        }
    }
}
