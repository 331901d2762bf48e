//! The measurement itself.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::Trouble;
use crate::connection::{Connection, Questions};
use crate::plan::{Plan, Target};
use crate::processes;
use crate::summary::{Measured, Summary, summary, times};

/// How long after the end of a measurement its last answers may still be in flight.
const PATIENCE: Duration = Duration::from_secs(30);

/// Measures every target in every round and summarises each, in the plan's order.
pub async fn run(plan: &Plan) -> Result<Vec<Summary>, Trouble> {
    let run = format!("{:x}", std::process::id());
    let questions: Vec<_> =
        plan.targets.iter().map(|target| Questions::of(target, &run).map(Rc::new)).collect::<Result<_, _>>()?;
    let mut found: Vec<(Vec<Measured>, Option<String>)> = plan.targets.iter().map(|_| Default::default()).collect();
    for round in 0..plan.rounds {
        for step in 0..plan.targets.len() {
            // Each round begins with another target, so that none always follows the same one.
            let number = (round + step) % plan.targets.len();
            let (measured, wrong) = measure(plan, &plan.targets[number], &questions[number]).await?;
            found[number].0.push(measured);
            found[number].1 = found[number].1.take().or(wrong);
        }
    }
    let base = plan.base.as_ref().and_then(|name| plan.targets.iter().position(|target| &target.name == name));
    let base = base.map(|number| found[number].0.clone());
    let summed = plan.targets.iter().zip(found);
    Ok(summed.map(|(target, (rounds, wrong))| summary(&target.name, &rounds, wrong, base.as_deref())).collect())
}

/// What the connections share while they send requests.
#[derive(Debug)]
struct Window {
    begins: Instant,
    ends: Instant,
    seen: RefCell<Measured>,
    first_wrong: RefCell<Option<String>>,
}

async fn measure(
    plan: &Plan,
    target: &Target,
    questions: &Rc<Questions>,
) -> Result<(Measured, Option<String>), Trouble> {
    let length = Duration::from_secs_f64(plan.seconds);
    let begins = Instant::now() + Duration::from_secs_f64(plan.warm_up);
    let seen = Measured { seconds: plan.seconds, times: times(), used: processes::Used::new(), right: 0, wrong: 0 };
    let window = Rc::new(Window { begins, ends: begins + length, seen: seen.into(), first_wrong: None.into() });
    let mut asking = JoinSet::new();
    for _ in 0..plan.connections {
        let connection = Connection::open(Rc::clone(questions)).await?;
        asking.spawn_local(ask_until_the_end(connection, Rc::clone(&window)));
    }
    tokio::time::sleep_until(begins.into()).await;
    let (before, first_look) = (processes::used(&target.processes), Instant::now());
    tokio::time::sleep_until(window.ends.into()).await;
    let (after, second_look) = (processes::used(&target.processes), Instant::now());
    let all_ended = async {
        while let Some(ended) = asking.join_next().await {
            ended??;
        }
        Ok::<_, Trouble>(())
    };
    let late = |_| format!("{} did not answer within {PATIENCE:?}", target.name);
    tokio::time::timeout(PATIENCE, all_ended).await.map_err(late)??;
    let mut measured = window.seen.borrow().clone();
    // On a busy machine the readings are late: scale the used time to the length of the window.
    let stretch = plan.seconds / (second_look - first_look).as_secs_f64();
    measured.used = processes::since(&before, &after).into_iter().map(|(name, used)| (name, used * stretch)).collect();
    Ok((measured, window.first_wrong.take()))
}

/// A wrong answer counts whenever it arrives; a good one if its last byte arrives within the window.
async fn ask_until_the_end(mut connection: Connection, window: Rc<Window>) -> Result<(), Trouble> {
    loop {
        let asked = Instant::now();
        let verdict = connection.ask().await?;
        let answered = Instant::now();
        match verdict {
            Ok(()) => {
                let mut seen = window.seen.borrow_mut();
                seen.right += 1;
                if answered >= window.begins && answered < window.ends {
                    seen.times.record(u64::try_from((answered - asked).as_micros())?.max(1))?;
                }
            }
            Err(wrong) => {
                window.seen.borrow_mut().wrong += 1;
                window.first_wrong.borrow_mut().get_or_insert(wrong.0);
            }
        }
        if answered >= window.ends {
            return Ok(());
        }
    }
}
