//! One run: rounds of buyers and kills, then quiet until everything has settled, then the reckoning.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use reqwest::redirect::Policy;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::attacker;
use crate::buyer::{self, Endpoints, Observed};
use crate::invariants::{self, Finding, Paged, Rule};
use crate::ledgers::{self, Ledgers};
use crate::machine::{Machine, Trouble};
use crate::plan::{Kill, LIMITED, LIMITED_DATA, OUTAGE, Plan, Round, WebhookMode};
use crate::provider::Provider;

/// How long to wait for a flow at a place before the server is killed wherever it is.
const PLACE_PATIENCE: Duration = Duration::from_secs(4);

/// How long everything may take to settle after the last kill: a failed job retries after at most four minutes, so a
/// paid order is delivered within five (`server/src/jobs/backoff.rs`).
const PEACE_PATIENCE: Duration = Duration::from_mins(5);

/// The run ends early once this many checks in a row see a finding that nothing repairs: the two sides are not read at
/// the same instant.
const CERTAIN: usize = 5;

/// How long a server is frozen: longer than a job's lease.
const FROST: Duration = Duration::from_secs(17);

/// How long it may then continue before a signal stops it, as in a rolling restart.
const THAW: Duration = Duration::from_secs(2);

/// How long the provider barely answers at the end: longer than the shop retries one call.
const OUTAGE_LASTS: Duration = Duration::from_secs(26);

/// How often to look for the arming file.
const LOOK: Duration = Duration::from_millis(2);

/// The run's settings.
#[derive(Debug)]
pub struct Setting {
    pub binary: PathBuf,
    pub folder: PathBuf,
    pub database_url: String,
    pub servers: usize,
    pub verbose: bool,
}

/// The result of a run.
#[derive(Debug, Default)]
pub struct Outcome {
    pub found: Vec<Finding>,
    pub people: Vec<Observed>,
    pub ledgers: Ledgers,
    /// Kills: the place's name, or `None` at a random moment.
    pub kills: Vec<Option<&'static str>>,
    /// Places at which a server was frozen.
    pub freezes: Vec<&'static str>,
    /// The server that was killed last and left dead, so that the others had to finish its work.
    pub left_dead: Option<usize>,
    /// Places that no flow reached in time.
    pub missed: Vec<&'static str>,
    /// Evidence for operators' alarms, and when servers were killed.
    pub paged: Paged,
    pub starts: u32,
    pub took: Duration,
    pub settled_after: Duration,
}

/// Plays a plan.
pub async fn run(plan: &Plan, setting: &Setting) -> Result<Outcome, Trouble> {
    let begun = Instant::now();
    let mut outcome = Outcome::default();
    let mut machine = Machine::set_up(&setting.binary, &setting.folder, &setting.database_url, setting.servers).await?;
    for number in 0..setting.servers {
        machine.servers[number].start(next_place(plan, number, 0)).await?;
        if number == 0 {
            ledgers::keep_journal(&setting.database_url).await?;
            for (code, scope) in [(LIMITED, "plans"), (LIMITED_DATA, "refills")] {
                ledgers::add_limited_code(&setting.database_url, code, scope, plan.limited_uses(code)).await?;
            }
        }
    }
    let http = reqwest::Client::builder()
        .no_proxy()
        .redirect(Policy::none())
        .timeout(Duration::from_secs(40))
        // Never reuse a connection to a killed server.
        .pool_max_idle_per_host(0)
        .build()?;
    let provider = Provider { url: machine.sandbox_url.clone(), http: http.clone() };
    provider.open_account().await?;
    let (close, closing) = watch::channel(false);
    let endpoints = Endpoints { shop: machine.shop_url(), http, provider: provider.clone(), closing };
    let mut people = JoinSet::new();
    let mut attackers = JoinSet::new();
    let mut plan = plan.clone();
    let planned = plan.rounds.len();
    let mut number = 0;
    while number < plan.rounds.len() {
        if number + 1 == planned {
            let visited: Vec<_> = outcome.kills.iter().flatten().copied().collect();
            plan.make_up_for(&visited);
        }
        let round = &plan.rounds[number];
        provider.set_webhooks(round.webhooks).await?;
        arm(&provider, round).await?;
        for scenario in &round.buyers {
            people.spawn(buyer::visit(scenario.clone(), endpoints.clone()));
        }
        if round.attacker {
            let endpoints = endpoints.clone();
            attackers.spawn(async move { attacker::forge(&endpoints, &format!("cs_test_{number}")).await });
        }
        play_round(&plan, number, round, &mut machine, setting, &mut outcome).await?;
        number += 1;
    }
    sit_out_an_outage(&plan, &provider, &endpoints, &mut people).await?;
    provider.set_webhooks(if plan.silent_end { WebhookMode::Lost } else { WebhookMode::Normal }).await?;
    provider.disarm().await?;
    let peace = Instant::now();
    let mut seen: Vec<Vec<Finding>> = Vec::new();
    while peace.elapsed() < PEACE_PATIENCE {
        tokio::time::sleep(Duration::from_millis(500)).await;
        while let Some(observed) = people.try_join_next() {
            outcome.people.push(observed?);
        }
        let ledgers = ledgers::read(&setting.database_url, &machine.sandbox_file()).await?;
        let mut open = invariants::check(&ledgers, &outcome.people);
        if open.is_empty() && people.is_empty() && is_quiet(&ledgers) {
            break;
        }
        open.retain(|finding| !finding.may_heal(&ledgers));
        seen.push(open);
        if seen.len() > CERTAIN {
            let since = seen.remove(0);
            if since.iter().any(|finding| seen.iter().all(|later| later.contains(finding))) {
                break;
            }
        }
    }
    outcome.settled_after = peace.elapsed();
    let _ = close.send(true);
    outcome.people.extend(people.join_all().await);
    for taken in attackers.join_all().await.into_iter().flatten() {
        outcome.found.push(Finding::new(Rule::NothingGiven, taken));
    }
    if !machine.provider_lives() {
        return Err("the sandbox ended during the run: its log tells why".into());
    }
    outcome.paged.metrics = machine.metrics().await?;
    for server in &mut machine.servers {
        outcome.starts += server.starts;
        if server.has_ended_by_itself() {
            return Err("a server ended by itself: its log tells why".into());
        }
        server.kill().await?;
    }
    outcome.ledgers = ledgers::read(&setting.database_url, &machine.sandbox_file()).await?;
    outcome.found.extend(invariants::check(&outcome.ledgers, &outcome.people));
    let logs = machine.logs()?;
    outcome.found.extend(invariants::check_logs(&outcome.ledgers, &logs));
    outcome.found.extend(invariants::check_alarms(&outcome.ledgers, &logs, &outcome.paged));
    if !ledgers::is_whole(&setting.database_url).await? {
        outcome.found.push(Finding::new(Rule::PromisesKept, "the database file is damaged"));
    }
    outcome.took = begun.elapsed();
    Ok(outcome)
}

/// Arms a round's faults, in addition to what is left of earlier ones.
async fn arm(provider: &Provider, round: &Round) -> Result<(), Trouble> {
    let place = match round.kill {
        Kill::At { place, .. } | Kill::Freeze { place } => place,
        Kill::After(_) => "",
    };
    if ["supplier", "letter"].iter().any(|step| place.starts_with(step)) {
        // Leftover faults would keep the shop from reaching the place.
        provider.disarm().await?;
    }
    for fault in &round.faults {
        provider.arm(*fault).await?;
    }
    if let Some(supply) = round.supply {
        provider.script(supply).await?;
    }
    Ok(())
}

/// Kills no server: the shop exhausts its retries against the provider.
async fn sit_out_an_outage(
    plan: &Plan,
    provider: &Provider,
    endpoints: &Endpoints,
    people: &mut JoinSet<Observed>,
) -> Result<(), Trouble> {
    provider.set_webhooks(WebhookMode::Normal).await?;
    provider.disarm().await?;
    for fault in OUTAGE {
        provider.arm(fault).await?;
    }
    for scenario in &plan.during_outage {
        people.spawn(buyer::visit(scenario.clone(), endpoints.clone()));
    }
    tokio::time::sleep(OUTAGE_LASTS).await;
    Ok(())
}

/// Waits for the moment of the round's kill, kills the server, and starts it again.
async fn play_round(
    plan: &Plan,
    number: usize,
    round: &Round,
    machine: &mut Machine,
    setting: &Setting,
    outcome: &mut Outcome,
) -> Result<(), Trouble> {
    let begun = Instant::now();
    let limit = match round.kill {
        Kill::At { .. } | Kill::Freeze { .. } => PLACE_PATIENCE,
        Kill::After(time) => time,
    };
    let mut arrived = false;
    while begun.elapsed() < limit && !arrived {
        tokio::time::sleep(LOOK).await;
        arrived = !matches!(round.kill, Kill::After(_)) && machine.servers[round.server].has_arrived();
    }
    let is_last = number + 1 == plan.rounds.len();
    let server = &mut machine.servers[round.server];
    if let Kill::Freeze { place } = round.kill {
        if arrived {
            server.signal("STOP").await?;
            tokio::time::sleep(FROST).await;
            server.signal("CONT").await?;
            server.let_go();
            outcome.freezes.push(place);
            // Everything it does now, it does under a lost lease.
            tokio::time::sleep(THAW).await;
        } else {
            outcome.missed.push(place);
        }
        server.stop().await?;
    }
    if server.has_ended_by_itself() {
        return Err("a server ended by itself: its log tells why".into());
    }
    server.kill().await?;
    outcome.paged.killed_at.push(now_millis()?);
    match round.kill {
        Kill::At { place, .. } if arrived => outcome.kills.push(Some(place)),
        Kill::At { place, .. } => {
            outcome.kills.push(None);
            outcome.missed.push(place);
        }
        Kill::After(_) => outcome.kills.push(None),
        Kill::Freeze { .. } => {}
    }
    if is_last && setting.servers > 1 {
        outcome.left_dead = Some(round.server);
    } else {
        server.start(next_place(plan, round.server, number + 1)).await?;
    }
    if setting.verbose {
        println!("  round {number}: {round:?}, arrived {arrived}, {:?}", begun.elapsed());
    }
    Ok(())
}

/// Milliseconds since 1970, as the databases' journals count them.
#[expect(clippy::disallowed_methods, reason = "the kills are real, and so is their time")]
fn now_millis() -> Result<i64, Trouble> {
    Ok(i64::try_from(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_millis())?)
}

/// The place to arm a server for: that of its next kill or freeze.
fn next_place(plan: &Plan, server: usize, from: usize) -> Option<(&'static str, u32)> {
    let round = plan.rounds.iter().skip(from).find(|round| round.server == server)?;
    match round.kill {
        Kill::At { place, arrival } => Some((place, arrival)),
        Kill::Freeze { place } => Some((place, 1)),
        Kill::After(_) => None,
    }
}

/// Whether the only jobs left are rechecks of unpaid pages, the expiry of pages that the provider never created (a
/// provider that has stored a failure under a key repeats it for a day), and what is due in minutes or days: the end of
/// a code's hold (15 minutes), the daily import and retention, and the sweep of subscriptions.
fn is_quiet(ledgers: &Ledgers) -> bool {
    let never_made = |payment: &String| ledgers.sessions.iter().all(|session| session.payment_id != *payment);
    let can_wait = |(kind, subject): &(String, String)| match kind.as_str() {
        "recheck_payment" | "import_bundles" | "end_hold" | "forget_unpaid" | "sweep_subscriptions" => true,
        "expire_page" => never_made(subject),
        _ => false,
    };
    ledgers.jobs.iter().all(can_wait)
}
