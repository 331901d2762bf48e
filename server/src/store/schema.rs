//! The tables, brought up to date at every start. Applied steps are immutable: a changed one stops the start.

use std::borrow::Cow;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyPool, SqlSafeStr as _};

use super::StoreError;

/// Every step, in order. To add one: a new file in `migrations/` and a line here. Steps only add, so that the old and
/// the new version of the server can run side by side during a rollout.
const STEPS: [(i64, &str, &str); 11] = [
    (1, "schema", include_str!("../../../migrations/0001_schema.sql")),
    (2, "withdrawals by every address", include_str!("../../../migrations/0002_withdrawals_by_every_address.sql")),
    (3, "esims by iccid", include_str!("../../../migrations/0003_esims_by_iccid.sql")),
    (4, "late charges", include_str!("../../../migrations/0004_late_charges.sql")),
    (5, "refused and undelivered", include_str!("../../../migrations/0005_refused_and_undelivered.sql")),
    (6, "secret check", include_str!("../../../migrations/0006_secret_check.sql")),
    (7, "subscriptions", include_str!("../../../migrations/0007_subscriptions.sql")),
    (8, "unpaid invoices", include_str!("../../../migrations/0008_unpaid_invoices.sql")),
    (9, "charge refunds", include_str!("../../../migrations/0009_charge_refunds.sql")),
    (10, "disputes", include_str!("../../../migrations/0010_disputes.sql")),
    (11, "entitlements", include_str!("../../../migrations/0011_entitlements.sql")),
];

/// Runs the steps that are missing. A program that does not know a step of the database is too old for it: it would
/// overlook what the newer one stores. One that runs meanwhile goes on.
pub(super) async fn bring_up_to_date(pool: &AnyPool) -> Result<(), StoreError> {
    match migrator().run(pool).await {
        Err(MigrateError::VersionMissing(found)) => {
            let known = STEPS.iter().map(|(version, ..)| *version).max().unwrap_or_default();
            Err(StoreError::Newer { found, known, version: env!("CARGO_PKG_VERSION") })
        }
        run => Ok(run?),
    }
}

fn migrator() -> Migrator {
    let step = |(version, name, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(STEPS.into_iter().map(step).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_step() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations");
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort_unstable();
        assert_eq!(files.len(), STEPS.len(), "a file that is not listed is never applied");
        for (file, (version, name, sql)) in files.iter().zip(STEPS) {
            let expected = format!("{version:04}_{}.sql", name.replace([' ', '-'], "_"));
            assert_eq!(file.file_name().unwrap().to_str(), Some(expected.as_str()));
            assert_eq!(std::fs::read_to_string(file).unwrap(), sql);
        }
    }
}
