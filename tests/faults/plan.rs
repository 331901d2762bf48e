//! A run's actions, drawn from its seed before anything starts, so that the seed decides everything except the timing.

mod outages;
mod scenarios;

use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};

pub use outages::{OUTAGE, ProviderFault, Supply, WebhookMode};
use scenarios::scenario;
pub use scenarios::{Action, By, DEALS, LIMITED, LIMITED_DATA, Scenario, Way, is_limited};

/// Every place at which a server can be stopped, as `ONEFARE_FAIL_POINT` spells it.
pub const PLACES: [&str; 22] = [
    "order_stored.before",
    "order_stored.after",
    "provider_asked.before",
    "provider_asked.after",
    "page_noted.before",
    "page_noted.after",
    "webhook_verified.before",
    "webhook_verified.after",
    "webhook_noted.before",
    "webhook_noted.after",
    "settled.before",
    "settled.after",
    "supplier_asked.before",
    "supplier_asked.after",
    "supplier_noted.before",
    "supplier_noted.after",
    "delivered.before",
    "delivered.after",
    "letter_sent.before",
    "letter_sent.after",
    "letter_noted.before",
    "letter_noted.after",
];

/// A whole run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub seed: u64,
    pub rounds: Vec<Round>,
    /// The buyers after the last kill, while the provider barely answers.
    pub during_outage: Vec<Scenario>,
    /// Whether webhook events stay lost after the last kill: then the shop must poll the provider.
    pub silent_end: bool,
}

/// One kill, and the events before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The server to kill.
    pub server: usize,
    pub kill: Kill,
    pub webhooks: WebhookMode,
    pub faults: Vec<ProviderFault>,
    /// The supplier's outcome for the next data order.
    pub supply: Option<Supply>,
    pub buyers: Vec<Scenario>,
    /// Whether an attacker sends forged webhook events.
    pub attacker: bool,
}

/// When the server dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kill {
    /// When a flow reaches a place for the nth time since the server started.
    At { place: &'static str, arrival: u32 },
    /// After this time in the round, wherever the server is.
    After(Duration),
    /// Not a kill: the server is frozen at a place for longer than its leases last, while another server takes over its
    /// work, and then continues as if nothing had happened.
    Freeze { place: &'static str },
}

/// One kept failure and, with several servers, one freeze per this many kills: each costs a run time.
const RARELY: usize = 20;

impl Plan {
    /// Draws a run with this many kills and servers. Every place occurs once before any occurs again.
    pub fn draw(seed: u64, kills: usize, servers: usize) -> Self {
        let mut chance = StdRng::seed_from_u64(seed);
        let silent_end = chance.random_bool(0.5);
        let mut places: Vec<&'static str> = Vec::new();
        let mut rounds = Vec::new();
        for number in 0..kills {
            let kill = if number % 3 == 2 && kills > PLACES.len() {
                Kill::After(Duration::from_millis(chance.random_range(20..1500)))
            } else {
                if places.is_empty() {
                    places = PLACES.to_vec();
                    places.shuffle(&mut chance);
                }
                let place = places.pop().unwrap_or(PLACES[0]);
                Kill::At { place, arrival: chance.random_range(1..=2) }
            };
            rounds.push(round(&mut chance, number, kill, servers));
            if number % RARELY == RARELY - 1 && servers > 1 {
                let place = pick(&mut chance, &PLACES);
                rounds.push(round(&mut chance, kills + number, Kill::Freeze { place }, servers));
            }
        }
        let guests = [
            (Action::PaysAndLeaves, Way::Plan),
            (Action::PaysAndLeaves, Way::Deal(By::Ideal)),
            (Action::Pays, Way::Plan),
            (Action::ChangesMind, Way::Plan),
            (Action::PaysAndLeaves, Way::Esim(By::Card)),
            (Action::Pays, Way::Esim(By::Ideal)),
        ];
        let guests = guests.into_iter().enumerate();
        let arrive = |(place, (action, way))| scenario(&mut chance, 2 * kills, place, action, Some(way));
        let during_outage = guests.map(arrive).collect();
        Self { seed, rounds, during_outage, silent_end }
    }

    /// The uses of a limited code: enough for half of the buyers who use it.
    pub fn limited_uses(&self, code: &str) -> usize {
        let guests = self.rounds.iter().flat_map(|round| &round.buyers).chain(&self.during_outage);
        guests.filter(|scenario| scenario.code == Some(code)).count().div_ceil(2)
    }
}

impl Plan {
    /// Called before the last round: appends rounds, without faults in the way, for the planned places that no flow has
    /// visited.
    pub fn make_up_for(&mut self, visited: &[&'static str]) {
        let planned = |round: &Round| match round.kill {
            Kill::At { place, .. } => Some(place),
            Kill::After(_) | Kill::Freeze { .. } => None,
        };
        // The last round's server is the one started after this call.
        let Some(server) = self.rounds.last().map(|round| round.server) else { return };
        let last = self.rounds.last().and_then(planned);
        let passed = self.rounds.iter().filter_map(planned);
        let mut missed: Vec<&'static str> = passed.filter(|place| !visited.contains(place)).collect();
        missed.retain(|place| Some(*place) != last);
        missed.sort_unstable();
        missed.dedup();
        let mut chance = StdRng::seed_from_u64(!self.seed);
        let first = 3 * self.rounds.len();
        for (number, place) in missed.into_iter().enumerate() {
            let round = round(&mut chance, first + number, Kill::At { place, arrival: 1 }, 1);
            self.rounds.push(Round {
                server,
                webhooks: WebhookMode::Normal,
                faults: Vec::new(),
                supply: None,
                ..round
            });
        }
    }
}

fn round(chance: &mut StdRng, number: usize, kill: Kill, servers: usize) -> Round {
    let place = match kill {
        Kill::At { place, .. } | Kill::Freeze { place } => place,
        Kill::After(_) => "",
    };
    let needs_webhooks = place.starts_with("webhook");
    let webhooks = match chance.random_range(0..10) {
        0..4 => WebhookMode::Normal,
        4..6 => WebhookMode::Doubled,
        6..8 => WebhookMode::Reordered,
        _ if needs_webhooks => WebhookMode::Doubled,
        8 => WebhookMode::Late,
        _ => WebhookMode::Lost,
    };
    let mut faults = outages::faults(chance, place);
    if number % (2 * RARELY) == RARELY {
        faults.push(outages::kept(chance));
    }
    let supply = outages::supply(chance, place);
    // The two who pay at once make every place reachable twice; the other two behave as people do.
    let of_data = place.starts_with("supplier").then(|| Way::Esim(pick(chance, &[By::Card, By::Ideal])));
    let mut buyers = vec![
        scenario(chance, number, 0, Action::Pays, of_data),
        scenario(chance, number, 1, Action::PaysAndLeaves, of_data),
    ];
    for place in 2..4 {
        let action = Action::drawn(chance);
        buyers.push(scenario(chance, number, place, action, None));
    }
    let (server, attacker) = (chance.random_range(0..servers), chance.random_bool(0.3));
    Round { server, kill, webhooks, faults, supply, buyers, attacker }
}

fn pick<T: Copy>(chance: &mut StdRng, list: &[T]) -> T {
    *list.choose(chance).unwrap_or(&list[0])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_seed_draws_the_same_plan_and_another_seed_another() {
        assert_eq!(Plan::draw(7, 60, 2), Plan::draw(7, 60, 2));
        assert_ne!(Plan::draw(7, 60, 2), Plan::draw(8, 60, 2));
    }

    #[test]
    fn thirty_three_kills_visit_every_place() {
        let plan = Plan::draw(1, 33, 1);
        assert_eq!(plan.rounds.len(), 33);
        for place in PLACES {
            let visited = |round: &Round| matches!(round.kill, Kill::At { place: at, .. } if at == place);
            assert_eq!(plan.rounds.iter().filter(|round| visited(round)).count(), 1, "{place}");
        }
    }

    #[test]
    fn what_was_missed_is_made_up_for() {
        let mut plan = Plan::draw(1, 33, 1);
        let last = plan.rounds.len() - 1;
        let Kill::At { place: at_last, .. } = plan.rounds[last - 1].kill else { panic!("a place") };
        // All but two visited; by the plan one of these two comes last.
        plan.rounds.swap(last - 1, last);
        let seen: Vec<_> = PLACES.into_iter().filter(|place| ![at_last, "settled.after"].contains(place)).collect();
        plan.make_up_for(&seen);
        let more: Vec<_> = plan.rounds[33..].iter().map(|round| (round.kill, round.faults.len())).collect();
        assert_eq!(more, [(Kill::At { place: "settled.after", arrival: 1 }, 0)]);
        let mut again = Plan::draw(1, 33, 1);
        again.make_up_for(&PLACES);
        assert_eq!(again.rounds.len(), 33);
    }

    #[test]
    fn several_servers_are_frozen_as_well_as_killed() {
        let plan = Plan::draw(1, 60, 2);
        let frozen = plan.rounds.iter().filter(|round| matches!(round.kill, Kill::Freeze { .. })).count();
        assert_eq!((plan.rounds.len() - frozen, frozen), (60, 3));
    }

    #[test]
    fn people_come_by_every_way_and_do_every_deed() {
        let plan = Plan::draw(1, 54, 1);
        let guests: Vec<_> = plan.rounds.iter().flat_map(|round| &round.buyers).collect();
        let ways: HashSet<_> = guests.iter().map(|scenario| format!("{:?}", scenario.way)).collect();
        let actions: HashSet<_> = guests.iter().map(|scenario| format!("{:?}", scenario.action)).collect();
        assert_eq!((ways.len(), actions.len()), (5, 13));
        let supplies: HashSet<_> =
            plan.rounds.iter().filter_map(|round| round.supply).map(|it| format!("{it:?}")).collect();
        assert!(supplies.len() >= 6, "{supplies:?}");
    }

    #[test]
    fn who_pays_by_ideal_pays_in_euros_and_some_who_pay_both_ways_pay_dollars_by_card() {
        let plan = Plan::draw(2, 200, 1);
        let scenarios = || plan.rounds.iter().flat_map(|round| &round.buyers);
        for scenario in scenarios() {
            let both = matches!(scenario.action, Action::Switches | Action::PaysBoth);
            assert!(scenario.way.by() != By::Ideal || scenario.currency == "EUR", "{scenario:?}");
            assert!(!both || scenario.way != Way::Plan, "{scenario:?}");
        }
        assert!(scenarios().any(|scenario| scenario.action == Action::PaysBoth && scenario.currency == "USD"));
    }

    #[test]
    fn no_two_people_share_an_address() {
        let mut plan = Plan::draw(3, 200, 2);
        plan.make_up_for(&[]);
        let guests = plan.rounds.iter().flat_map(|round| &round.buyers).chain(&plan.during_outage);
        let mut addresses: Vec<_> = guests.map(|one| &one.email).collect();
        let all = addresses.len();
        addresses.sort();
        addresses.dedup();
        assert_eq!(addresses.len(), all);
    }
}
