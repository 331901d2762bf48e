//! The tables, brought up to date at every start. Applied steps are immutable: a changed one stops the start.

use std::borrow::Cow;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Every step, in order. To add one: a new file in `migrations/` and a line here. Steps only add, so that the server
/// before and the server after can run side by side while a new version is rolled out.
const STEPS: [(i64, &str, &str); 20] = [
    (1, "purchase", include_str!("../../../migrations/0001_purchase.sql")),
    (2, "redemptions and refunds", include_str!("../../../migrations/0002_redemptions_and_refunds.sql")),
    (3, "esims", include_str!("../../../migrations/0003_esims.sql")),
    (4, "every way to pay", include_str!("../../../migrations/0004_every_way_to_pay.sql")),
    (6, "letter copies", include_str!("../../../migrations/0006_letter_copies.sql")),
    (7, "esims given back", include_str!("../../../migrations/0007_esims_given_back.sql")),
    (8, "payments charged", include_str!("../../../migrations/0008_payments_charged.sql")),
    (9, "things to look at", include_str!("../../../migrations/0009_things_to_look_at.sql")),
    (10, "refunds otherwise", include_str!("../../../migrations/0010_refunds_otherwise.sql")),
    (11, "cancellations", include_str!("../../../migrations/0011_cancellations.sql")),
    (12, "provider ids", include_str!("../../../migrations/0012_provider_ids.sql")),
    (13, "readiness", include_str!("../../../migrations/0013_readiness.sql")),
    (14, "payments seen", include_str!("../../../migrations/0014_payments_seen.sql")),
    (15, "unpaid orders", include_str!("../../../migrations/0015_unpaid_orders.sql")),
    (16, "leads", include_str!("../../../migrations/0016_leads.sql")),
    (18, "sign-in", include_str!("../../../migrations/0018_sign_in.sql")),
    (19, "limit counts", include_str!("../../../migrations/0019_limit_counts.sql")),
    (20, "events", include_str!("../../../migrations/0020_events.sql")),
    (21, "email changes", include_str!("../../../migrations/0021_email_changes.sql")),
    (22, "withdrawals", include_str!("../../../migrations/0022_withdrawals.sql")),
];

/// The list as sqlx runs it. A step that only a newer server knows does not stop an older one.
pub(super) fn migrator() -> Migrator {
    let step = |(version, name, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let mut migrator = Migrator::with_migrations(STEPS.into_iter().map(step).collect());
    migrator.set_ignore_missing(true);
    migrator
}
