//! The computing time of processes, where the system reports it (Linux).

use std::collections::BTreeMap;
use std::fs;

/// Ticks a second in `/proc`: fixed for programs, whatever the kernel's own clock rate.
const TICKS: f64 = 100.0;

/// Seconds of computing time, by the name given to each process.
pub type Used = BTreeMap<String, f64>;

/// The time used so far by the given processes, by this one as `generator`, and by the whole machine as `machine`.
/// Leaves out what cannot be read.
pub fn used(processes: &BTreeMap<String, u32>) -> Used {
    let own = ("generator".to_owned(), std::process::id());
    let all = processes.iter().map(|(name, id)| (name.clone(), *id)).chain([own]);
    let mut used: Used = all.filter_map(|(name, id)| Some((name, with_children(id)?))).collect();
    let machine = fs::read_to_string("/proc/stat").ok().and_then(|stat| busy_in(&stat));
    used.extend(machine.map(|seconds| ("machine".to_owned(), seconds)));
    used
}

/// The time used between two readings.
pub fn since(before: &Used, after: &Used) -> Used {
    after.iter().filter_map(|(name, after)| Some((name.clone(), after - before.get(name)?))).collect()
}

/// A database serves each of its connections in a child process.
fn with_children(id: u32) -> Option<f64> {
    let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    let children: f64 = children.split_whitespace().filter_map(|child| seconds_of(child.parse().ok()?)).sum();
    Some(seconds_of(id)? + children)
}

fn seconds_of(id: u32) -> Option<f64> {
    seconds_in(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
}

/// Fields 14 and 15 are the ticks spent in the program and in the kernel for it. The second field, the program's name
/// in brackets, may contain anything, so counting begins after its last bracket.
fn seconds_in(stat: &str) -> Option<f64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut ticks = fields.split_whitespace().skip(11).map_while(|field| field.parse::<u32>().ok());
    Some(f64::from(ticks.next()?.checked_add(ticks.next()?)?) / TICKS)
}

/// The first line holds the ticks of all cores: for programs, for niced ones, in the kernel, idle, waiting for disks,
/// then for interrupts and stolen by other virtual machines.
fn busy_in(stat: &str) -> Option<f64> {
    let fields = stat.lines().next()?.strip_prefix("cpu ")?;
    let ticks: Vec<f64> = fields.split_whitespace().take(8).map_while(|field| field.parse().ok()).collect();
    let [programs, polite, kernel, _idle, _waiting, interrupts, soft, stolen] = ticks[..] else { return None };
    Some((programs + polite + kernel + interrupts + soft + stolen) / TICKS)
}

/// A process's parent.
pub fn parent_of(id: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_busy_from_idle() {
        let stat = "cpu  100 20 30 5000 700 1 2 3 40 50\ncpu0 1 2 3 4 5 6 7 8 9 10\n";
        assert_eq!(busy_in(stat), Some(1.56));
        assert_eq!(busy_in("cpu0 1 2 3 4 5 6 7 8"), None);
    }

    #[test]
    fn reads_what_the_kernel_writes() {
        let stat = "4242 (a (strange) name) S 1 4242 4242 0 -1 4194304 900 0 3 0 250 125 0 0 20 0 5 0 100 1 2";
        assert_eq!(seconds_in(stat), Some(3.75));
        assert_eq!(seconds_in("4242 (onefare) S 1"), None);
    }

    #[test]
    fn knows_only_what_was_seen_twice() {
        let look = |pairs: &[(&str, f64)]| pairs.iter().map(|(name, used)| ((*name).to_owned(), *used)).collect();
        let used = since(&look(&[("server", 1.5), ("gone", 1.0)]), &look(&[("server", 3.0), ("new", 9.0)]));
        assert_eq!(used, look(&[("server", 1.5)]));
    }
}
