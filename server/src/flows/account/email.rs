//! Changes the e-mail address of an account. The requesting session types two codes, one mailed to the old address and
//! one to the new; then every order of the account gets the new address, every other session ends, and the old address
//! gets a letter.
//!
//! No answer tells whether the new address already has an account. When it has one, the person who typed the code
//! mailed there can sign in to it, so the orders of both belong to one account from then on. A trial that began stays
//! used: it counts for the old address, by the digest kept with each order's change, and for the new one.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::email::Email;
use onefare_core::email::correction::check_correction;
use onefare_core::language::Language;
use onefare_core::otp::Otp;
use onefare_core::otp::lockout::{Challenge, LOCKOUT, with_another_try};
use onefare_core::problem::Problem;
use subtle::ConstantTimeEq as _;

use crate::app::App;
use crate::flows::account::letter_limits::{self, LetterRefused};
use crate::flows::account::session::{self, Begun, Browser};
use crate::flows::account::trusted_device;
use crate::flows::entitlements::account::{follow_address, move_address};
use crate::flows::limits;
use crate::flows::mailed_codes::address::{Side, code, is_open};
use crate::flows::mailed_codes::wrong_codes::Counter;
use crate::flows::outbox::post_once;
use crate::ids::new_id;
use crate::limits::{Action, Client};
use crate::problem::Refusal;
use crate::store::account_email_changes::{self, AccountEmailChange};
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::sessions::Session;
use crate::store::{StoreError, Tx, account_deletions, customers, email_changes, orders, sign_in};

/// Anyone can type an address that gets these letters, so an account may request only a few a day.
const MOST_A_DAY: usize = 5;

/// How long a request counts.
const DAY: TimeDelta = TimeDelta::days(1);

/// What a browser submits with its two codes.
#[derive(Clone, Copy, Debug)]
pub struct Confirmation<'a> {
    /// The code mailed to the old address, as it was typed.
    pub old_code: &'a str,
    /// The code mailed to the new one.
    pub new_code: &'a str,
    /// The browser, whose session ends.
    pub browser: Browser<'a>,
}

/// Who requests another address, and from where.
#[derive(Clone, Copy, Debug)]
pub struct Asker<'a> {
    /// The session.
    pub session: &'a Session,
    /// The token by which its browser is trusted.
    pub trusted: Option<&'a str>,
    /// Where the request comes from.
    pub client: &'a Client,
}

/// Requests the two letters and ends an earlier request. The letter to the new address counts among the sign-in letters
/// to it, so requests from several accounts send no more letters to one address.
///
/// # Errors
/// What [`check_correction`] refuses; [`Problem::EmailCorrectionOver`] for an account with too many wrong codes;
/// [`Problem::RateLimited`]; our own failures.
pub async fn ask(app: &App, asker: Asker<'_>, typed: &str, language: Language) -> Result<(), Refusal> {
    let Asker { session, trusted, client } = asker;
    let (now, account) = (app.clock.now(), &session.email_canonical);
    let mut tx = app.store.begin().await.map_err(Refusal::internal)?;
    let old_email = customers::address(&mut tx, account).await.map_err(Refusal::internal)?.ok_or(Problem::NotFound)?;
    let new_email = Email::parse(check_correction(old_email.as_str(), typed)?)?;
    if new_email.canonical() == *account {
        return Err(Problem::EmailUnchanged.into());
    }
    // Locked before anything is counted: concurrent requests must not each find room below the limit.
    tx.hold(&format!("account email {account}")).await.map_err(Refusal::internal)?;
    let device = trusted_device::of_browser(&mut tx, trusted, account, now).await.map_err(Refusal::internal)?;
    let device_id = device.map(|device| device.id);
    within_limits(&mut tx, Counter::of(account, device_id.as_deref()), account, now).await?;
    // The asker is trusted for the old address, not for the new one.
    match letter_limits::take(app, &mut tx, &new_email.canonical(), None, client, now).await {
        Ok(()) => {}
        Err(LetterRefused::TooOften(wait)) => return Err(limits::refused(app, Action::SignInAsk, wait)),
        Err(LetterRefused::Store(error)) => return Err(Refusal::internal(error)),
    }
    let change = AccountEmailChange {
        id: new_id("aec"),
        email_canonical: account.clone(),
        old_email,
        new_email,
        language,
        session_id: session.id.clone(),
        device_id,
        tries: 0,
        created_at: now,
        ended_at: None,
        moved_at: None,
    };
    store(&mut tx, &change).await.map_err(Refusal::internal)?;
    tx.commit().await.map_err(Refusal::internal)?;
    app.wake.notify_one();
    tracing::info!(from = %change.old_email.masked(), to = %change.new_email.masked(), "another address is asked for");
    Ok(())
}

async fn within_limits(
    tx: &mut Tx,
    wrong_codes: Counter<'_>,
    account: &str,
    now: DateTime<Utc>,
) -> Result<(), Refusal> {
    if wrong_codes.is_link_only(tx).await.map_err(Refusal::internal)? {
        return Err(Problem::EmailCorrectionOver.into());
    }
    let mut asked = account_email_changes::of_account(tx, account).await.map_err(Refusal::internal)?;
    asked.retain(|change| change.created_at > now - DAY);
    match asked.last() {
        Some(oldest) if asked.len() >= MOST_A_DAY => {
            Err(Refusal::limited((oldest.created_at + DAY - now).to_std().unwrap_or_default()))
        }
        _ => Ok(()),
    }
}

async fn store(tx: &mut Tx, change: &AccountEmailChange) -> Result<(), StoreError> {
    let now = change.created_at;
    account_email_changes::end_all(tx, &change.email_canonical, now).await?;
    account_email_changes::insert(tx, change).await?;
    for kind in [LetterKind::NewAddressCode, LetterKind::OldAddressCode] {
        post_once(tx, NewLetter::of_account(kind, &change.id), now).await?;
    }
    Ok(())
}

/// Moves the account when both codes are right, and begins the session that replaces the confirming one.
///
/// # Errors
/// [`Problem::OtpInvalid`] alike for either code; [`Problem::EmailChangeOver`] once the request has ended or no try is
/// left; our own failures.
pub async fn confirm(app: &App, session: &Session, confirmation: Confirmation<'_>) -> Result<Begun, Refusal> {
    let (old, new) = (Otp::parse(confirmation.old_code)?, Otp::parse(confirmation.new_code)?);
    let change = counted_try(app, session, confirmation.browser).await?;
    let equals = |side, typed: &Otp| {
        code(app, &change, side)
            .is_some_and(|code| bool::from(code.as_str().as_bytes().ct_eq(typed.as_str().as_bytes())))
    };
    // Both are compared, whatever the first one is.
    if !(equals(Side::Old, &old) & equals(Side::New, &new)) {
        tracing::info!(from = %change.old_email.masked(), "a code for another address is refused");
        let is_last = change.tries >= LOCKOUT.tries_per_code;
        return Err(if is_last { Problem::EmailChangeOver } else { Problem::OtpInvalid }.into());
    }
    let moved = move_account(app, &change, confirmation).await.map_err(Refusal::internal)?;
    app.wake.notify_one();
    moved.ok_or_else(|| Problem::EmailChangeOver.into())
}

/// The open request of a session, with one more try counted and committed before anything is compared. A try counts as
/// a wrong code on both sides: at the new address, whether or not an account has it, and at the old one or the trusted
/// device. Neither a thief of a session nor the owner of another account gets more guesses at an address than a person
/// who signs in.
async fn counted_try(app: &App, session: &Session, browser: Browser<'_>) -> Result<AccountEmailChange, Refusal> {
    let (now, account) = (app.clock.now(), &session.email_canonical);
    let mut tx = app.store.begin().await.map_err(Refusal::internal)?;
    let asked = account_email_changes::of_account(&mut tx, account).await.map_err(Refusal::internal)?;
    let open = asked.into_iter().find(|change| is_open(change, now));
    let change = open.filter(|change| change.session_id == session.id).ok_or(Problem::EmailChangeOver)?;
    let device = trusted_device::of_browser(&mut tx, browser.trusted, account, now).await.map_err(Refusal::internal)?;
    let new = change.new_email.canonical();
    let sides = sides(&change, &new);
    if !sides.iter().all(|side| side.is_held_by(device.as_ref())) {
        return Err(Problem::EmailChangeOver.into());
    }
    let tries = count(&mut tx, &change.id, sides, now).await.map_err(Refusal::internal)?;
    let tries = tries.ok_or(Problem::EmailChangeOver)?;
    tx.commit().await.map_err(Refusal::internal)?;
    Ok(AccountEmailChange { tries, ..change })
}

/// The request's tries, with this one. `None`: it has no tries left, or one side has too many wrong codes. The caller's
/// rollback then discards what was counted.
async fn count(tx: &mut Tx, id: &str, sides: [Counter<'_>; 2], now: DateTime<Utc>) -> Result<Option<u32>, StoreError> {
    let Some(change) = account_email_changes::lock(tx, id).await? else { return Ok(None) };
    let as_counted = Challenge { sent_at: change.created_at, tries: change.tries, used: change.ended_at.is_some() };
    for side in sides {
        if !side.count(tx, as_counted, now).await? {
            return Ok(None);
        }
    }
    let tries = with_another_try(change.tries);
    account_email_changes::set_tries(tx, id, tries).await?;
    Ok(Some(tries))
}

/// The counters of a request's tries, always in the order in which the rows are locked.
fn sides<'a>(change: &'a AccountEmailChange, new: &'a str) -> [Counter<'a>; 2] {
    let mut sides = [Counter::of(&change.email_canonical, change.device_id.as_deref()), Counter::Address(new)];
    sides.sort_unstable();
    sides
}

/// `None`: no order is left to move, or a concurrent request has used the codes.
async fn move_account(
    app: &App,
    change: &AccountEmailChange,
    confirmation: Confirmation<'_>,
) -> Result<Option<Begun>, StoreError> {
    let (now, account) = (app.clock.now(), &change.email_canonical);
    let mut tx = app.store.begin().await?;
    let mut held = Vec::new();
    for id in account_deletions::orders_to_mark(&mut tx, account).await? {
        // Read under its lock: an operator may have given it another address meanwhile.
        let order = orders::lock(&mut tx, &id).await?;
        held.extend(order.filter(|it| it.account_deleted_at.is_none() && it.email.canonical() == *account));
    }
    // The account after its orders, as everywhere.
    move_address(&mut tx, account, &change.new_email.canonical()).await?;
    for order in &held {
        follow_address(&mut tx, order, &change.new_email, now).await?;
        let correction = email_changes::apply(&mut tx, order, &change.new_email, now).await?;
        // One letter tells the old address of all of them.
        email_changes::forget_old_address(&mut tx, &correction).await?;
    }
    let moved = held.len();
    if moved == 0 || !account_email_changes::note_moved(&mut tx, &change.id, now).await? {
        return Ok(None);
    }
    let new = change.new_email.canonical();
    let tries = account_email_changes::by_id(&mut tx, &change.id).await?.map_or(0, |seen| seen.tries);
    for side in sides(change, &new) {
        side.forgive(&mut tx, tries).await?;
    }
    // Moving does not reset an account's wrong codes, nor its requests of the day.
    sign_in::carry_failures(&mut tx, account, &new).await?;
    account_email_changes::follow(&mut tx, account, &new).await?;
    session::end_all(&mut tx, account, now).await?;
    let begun = session::begin(&mut tx, &new, confirmation.browser, now).await?;
    post_once(&mut tx, NewLetter::of_account(LetterKind::AccountMoved, &change.id), now).await?;
    tx.commit().await?;
    tracing::info!(from = %change.old_email.masked(), to = %change.new_email.masked(), moved, "an account has moved");
    Ok(Some(begun))
}
