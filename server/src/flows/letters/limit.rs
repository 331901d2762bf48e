//! The limits that count a letter where it goes out. Anyone can begin a trial in anyone's name, as often as they like: without
//! a limit the shop would fill a stranger's mailbox. Letters about paid orders have none. And the brake on sign-in letters of
//! all accounts together counts letters, not requests: those for addresses without an account send none, and a stranger
//! can make thousands.

use onefare_core::email::Email;

use crate::app::App;
use crate::ids::derived_secret;
use crate::limits::{Action, By, Row};
use crate::store::letters::{LetterKind, StoredLetter};
use crate::store::orders::Order;
use crate::store::{StoreError, limit_counts, sign_in};

/// The limited action that a letter is, if any. What a trusted device asks for is limited for the device alone.
pub(super) async fn action(
    app: &App,
    stored: &StoredLetter,
    order: Option<&Order>,
) -> Result<Option<Action>, StoreError> {
    if let Some(order) = order {
        let charged_nothing = order.quote.trial_days > 0 || order.paid_at.is_none();
        return Ok(charged_nothing.then_some(Action::Letter));
    }
    if !stored.is(LetterKind::SignIn) {
        return Ok(None);
    }
    let challenge = sign_in::by_id(&mut *app.store.read().await?, &stored.subject).await?;
    Ok(challenge.filter(|one| one.device_id.is_none()).map(|_| Action::SignInAsk))
}

/// Counts a letter before it goes out, so that two at once do not both find the last place. `false`: there is none. A
/// used-up brake for everyone raises an alarm.
pub(super) async fn take(app: &App, action: Action, to: &Email) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    for row in rows(app, action) {
        let counted = limit_counts::count(&mut tx, &row.rule(), &client(app, row, to), row.window(), now).await?;
        if counted.count <= i64::from(row.times.get()) {
            continue;
        }
        drop(tx);
        app.metrics.limited(action.word());
        if row.by == By::Everyone {
            app.metrics.alarm("sign_in_letters");
            tracing::error!(
                alarm = "sign_in_letters",
                "accounts without a trusted device get no sign-in letters for a while: too many went out"
            );
        }
        return Ok(false);
    }
    tx.commit().await?;
    Ok(true)
}

/// Takes back the count of a letter that did not go out.
pub(super) async fn give_back(app: &App, action: Action, to: &Email) -> Result<(), StoreError> {
    let mut tx = app.store.begin().await?;
    for row in rows(app, action) {
        limit_counts::give_back(&mut tx, &row.rule(), &client(app, row, to)).await?;
    }
    tx.commit().await
}

/// The rows that count letters: of sign-in letters only the brake, because the others count requests.
fn rows(app: &App, action: Action) -> impl Iterator<Item = &Row> {
    app.limits.shared(action).filter(move |row| action == Action::Letter || row.by == By::Everyone)
}

/// The address, or everyone, as the table of counts stores it: not to be read back.
fn client(app: &App, row: &Row, to: &Email) -> String {
    let who = if row.by == By::Everyone { "everyone".to_owned() } else { to.canonical() };
    derived_secret(&app.config.secret, "limit", &format!("{}:{who}", row.rule()))
}
