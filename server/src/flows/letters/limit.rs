//! The limit on letters about orders that charged nothing. Anyone can begin a trial in anyone's name, as often as they like:
//! without a limit the shop would fill a stranger's mailbox. Letters about paid orders have none.

use onefare_core::email::Email;

use crate::app::App;
use crate::ids::derived_secret;
use crate::limits::{Action, Row};
use crate::store::orders::Order;
use crate::store::{StoreError, Tx, limit_counts};

/// Whether letters about this order count against the limit.
pub(super) fn counts(order: &Order) -> bool {
    order.quote.trial_days > 0 || order.paid_at.is_none()
}

/// Whether the address may get one more letter today.
pub(super) async fn has_room(app: &App, to: &Email) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let mut conn = app.store.read().await?;
    for row in app.limits.shared(Action::Letter) {
        let sent = limit_counts::standing(&mut conn, &row.rule(), &client(app, row, to), row.window(), now).await?;
        if sent >= i64::from(row.times.get()) {
            app.metrics.limited(Action::Letter.word());
            return Ok(false);
        }
    }
    Ok(true)
}

/// Counts a letter that went out.
pub(super) async fn count(app: &App, tx: &mut Tx, to: &Email) -> Result<(), StoreError> {
    for row in app.limits.shared(Action::Letter) {
        limit_counts::count(tx, &row.rule(), &client(app, row, to), row.window(), app.clock.now()).await?;
    }
    Ok(())
}

/// The address as the table of counts stores it: not to be read back.
fn client(app: &App, row: &Row, to: &Email) -> String {
    derived_secret(&app.config.secret, "limit", &format!("{}:{}", row.rule(), to.canonical()))
}
