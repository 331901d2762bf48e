//! Metrics for operators, in the format of Prometheus. Labels are words of our own or of a signed webhook event, never of a buyer.

mod labels;

use std::fmt;
use std::sync::Arc;

use onefare_core::wire::recovery::Recovery;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::limits::Action;
use labels::{
    ALARMS, Alarm, Attention, End, IgnoredWebhook, Jobs, Limited, PageRecovery, Port, RefusedWebhook, Run,
    recovery_word,
};

pub use labels::{ConnectionEnd, RunResult, WebhookRefusal};

/// Longest kind of a webhook event that a label holds, in characters.
const LONGEST_KIND: usize = 100;

/// The counters of one server. Cheap to clone.
#[derive(Clone)]
pub struct Metrics(Arc<Counted>);

struct Counted {
    registry: Registry,
    alarms: Family<Alarm, Counter>,
    runs: Family<Run, Counter>,
    jobs: Family<Jobs, Gauge>,
    attention: Family<Attention, Gauge>,
    price_mismatches: Counter,
    csp_reports: Counter,
    page_recoveries: Family<PageRecovery, Counter>,
    limited: Family<Limited, Counter>,
    webhooks_refused: Family<RefusedWebhook, Counter>,
    webhooks_ignored: Family<IgnoredWebhook, Counter>,
    recheck_overdue: Gauge,
    tables_read: Gauge,
    connections: Family<Port, Gauge>,
    connection_ends: Family<End, Counter>,
}

impl Default for Metrics {
    fn default() -> Self {
        let (alarms, runs, jobs, attention) =
            (Family::default(), Family::default(), Family::default(), Family::default());
        let price_mismatches = Counter::default();
        let mut registry = Registry::with_prefix("onefare");
        registry.register("alarms", "Alarms that this server has raised since it started", Family::clone(&alarms));
        registry.register("job_runs", "Runs of jobs on this server, by how they ended", Family::clone(&runs));
        registry.register("jobs", "Jobs in the table that all servers share", Family::clone(&jobs));
        let help = "What a person must look at, in the tables that all servers share, until it is done with";
        registry.register("attention", help, Family::clone(&attention));
        let help = "Prices that pages computed otherwise than they show them, as browsers report it to this server";
        registry.register("price_mismatches", help, Counter::clone(&price_mismatches));
        let csp_reports = Counter::default();
        let help = "Reports of the content security policy that browsers sent to this server";
        registry.register("csp_reports", help, Counter::clone(&csp_reports));
        let page_recoveries = Family::default();
        let help = "Pages that survived a change by others or an error, as browsers report it to this server";
        registry.register("page_recoveries", help, Family::clone(&page_recoveries));
        for outcome in [Recovery::Repaired, Recovery::Redrawn, Recovery::Restored] {
            let _from_the_start = page_recoveries.get_or_create(&PageRecovery { outcome: recovery_word(outcome) });
        }
        for kind in ALARMS {
            let _from_the_start = Family::<Alarm, Counter>::get_or_create(&alarms, &Alarm { kind });
        }
        let limited = Family::default();
        for action in Action::ALL {
            let _from_the_start = limited.get_or_create(&Limited { action: action.word() });
        }
        let help = "Calls that this server refused because they came too often, by what they wanted to do";
        registry.register("limited", help, Family::clone(&limited));
        let webhooks_refused = Family::default();
        let help = "Webhook events that this server refused, by the reason";
        registry.register("webhooks_refused", help, Family::clone(&webhooks_refused));
        for (provider, reason) in [
            ("stripe", WebhookRefusal::Signature),
            ("stripe", WebhookRefusal::Unreadable),
            ("esim_access", WebhookRefusal::Token),
            ("esim_access", WebhookRefusal::Unreadable),
        ] {
            let _from_the_start = webhooks_refused.get_or_create(&RefusedWebhook { provider, reason: reason.word() });
        }
        let webhooks_ignored = Family::default();
        let help = "Signed webhook events of kinds that the shop does not use";
        registry.register("webhooks_ignored", help, Family::clone(&webhooks_ignored));
        let recheck_overdue = Gauge::default();
        let help =
            "Seconds since the oldest recheck of a payment was due that no server has begun; 0 when none is late";
        registry.register("recheck_overdue_seconds", help, recheck_overdue.clone());
        let tables_read = Gauge::default();
        let help = "1 when the figures of the tables were read just now, 0 while they are those of an earlier look";
        registry.register("tables_read", help, tables_read.clone());
        let (connections, connection_ends) = (Family::default(), Family::default());
        registry.register("connections", "Connections that this server holds", Family::clone(&connections));
        let help = "Connections that this server ended or refused, by the reason";
        registry.register("connection_ends", help, Family::clone(&connection_ends));
        for port in ["shop", "ops"] {
            for why in ConnectionEnd::ALL.map(ConnectionEnd::word) {
                let _from_the_start = connection_ends.get_or_create(&End { port, why });
            }
        }
        Self(Arc::new(Counted {
            registry,
            alarms,
            runs,
            jobs,
            attention,
            price_mismatches,
            csp_reports,
            page_recoveries,
            limited,
            webhooks_refused,
            webhooks_ignored,
            recheck_overdue,
            tables_read,
            connections,
            connection_ends,
        }))
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Metrics").finish_non_exhaustive()
    }
}

impl Metrics {
    /// Counts something that an operator must look at.
    pub fn alarm(&self, kind: &'static str) {
        self.0.alarms.get_or_create(&Alarm { kind }).inc();
    }

    /// Counts a price that a page computed differently from the one it shows.
    pub fn price_mismatch(&self) {
        self.0.price_mismatches.inc();
    }

    /// Counts a report of the content security policy.
    pub fn csp_report(&self) {
        self.0.csp_reports.inc();
    }

    /// Counts a page that survived a change by others or an error.
    pub fn page_recovered(&self, outcome: Recovery) {
        self.0.page_recoveries.get_or_create(&PageRecovery { outcome: recovery_word(outcome) }).inc();
    }

    /// Counts a call that was refused because such calls came too often.
    pub fn limited(&self, action: &'static str) {
        self.0.limited.get_or_create(&Limited { action }).inc();
    }

    /// Counts a webhook event that was refused. `provider` is a word of ours.
    pub fn webhook_refused(&self, provider: &'static str, reason: WebhookRefusal) {
        self.0.webhooks_refused.get_or_create(&RefusedWebhook { provider, reason: reason.word() }).inc();
    }

    /// Counts a signed webhook event of a kind that the shop does not use. `kind` is the provider's word, cut to the length
    /// of its longest ones.
    pub fn webhook_ignored(&self, provider: &'static str, kind: &str) {
        let kind = kind.chars().take(LONGEST_KIND).collect();
        self.0.webhooks_ignored.get_or_create(&IgnoredWebhook { provider, kind }).inc();
    }

    /// Counts the runs of a kind of job from the start with 0.
    pub fn will_run(&self, kind: &'static str, lane: &'static str) {
        for result in ["done", "again", "failed"] {
            let _from_the_start = self.0.runs.get_or_create(&Run { kind, lane, result });
        }
    }

    /// Counts a run of a job of that kind in that lane.
    pub fn ran(&self, kind: &'static str, lane: &'static str, result: RunResult) {
        let result = match result {
            RunResult::Done => "done",
            RunResult::Again => "again",
            RunResult::Failed => "failed",
        };
        self.0.runs.get_or_create(&Run { kind, lane, result }).inc();
    }

    /// Sets how many jobs of a kind are in a state now, in one lane.
    pub fn has_jobs(&self, kind: &'static str, lane: &'static str, state: &'static str, number: i64) {
        self.0.jobs.get_or_create(&Jobs { kind, lane, state }).set(number);
    }

    /// Sets how much of what needs attention is in a state now.
    pub fn needs_attention(&self, what: &'static str, state: &'static str, number: i64) {
        self.0.attention.get_or_create(&Attention { what, state }).set(number);
    }

    /// Sets for how many seconds the oldest recheck of a payment has been due.
    pub fn recheck_is_overdue(&self, seconds: i64) {
        self.0.recheck_overdue.set(seconds);
    }

    /// Sets whether the figures of the tables could be read.
    pub fn tables_are_read(&self, read: bool) {
        self.0.tables_read.set(i64::from(read));
    }

    /// Sets how many connections a port has now.
    pub fn connections_are(&self, port: &'static str, number: usize) {
        self.0.connections.get_or_create(&Port { port }).set(i64::try_from(number).unwrap_or(i64::MAX));
    }

    /// Counts a connection that was ended or refused.
    pub fn connection_ended(&self, port: &'static str, end: ConnectionEnd) {
        self.0.connection_ends.get_or_create(&End { port, why: end.word() }).inc();
    }

    /// Everything in the text that Prometheus reads.
    ///
    /// # Errors
    /// None that can happen: the text is written to memory.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        prometheus_client::encoding::text::encode(&mut text, &self.0.registry)?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alarm_is_counted_from_the_start() {
        let text = Metrics::default().text().unwrap();
        let code = crate::sources_test::text_of("flows");
        // Those that name themselves where they are raised; the others are states of orders and payments.
        let ways = ["raise(app, \"", "raise_about(app, \"", ".alarm(\""];
        let raised = ways.into_iter().flat_map(|way| code.split(way)).filter_map(|rest| rest.split('"').next());
        let words = raised.filter(|word| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        assert!(words.len() > 10, "{words:?}");
        let states = states();
        for kind in words.into_iter().chain(states) {
            assert!(text.contains(&format!("onefare_alarms_total{{kind=\"{kind}\"}} 0\n")), "{kind}");
        }
    }

    /// The states that an alarm names; disputes have alarms of their own.
    fn states() -> [&'static str; 4] {
        use onefare_core::order::OrderState;
        use onefare_core::payment::PaymentState;
        [
            OrderState::Held.code(),
            OrderState::Stalled.code(),
            OrderState::RefundDue.code(),
            PaymentState::Quarantined.code(),
        ]
    }

    #[test]
    fn counts_stand_under_their_words() {
        let metrics = Metrics::default();
        metrics.alarm("quarantined");
        metrics.alarm("quarantined");
        metrics.ran("deliver_order", "esims", RunResult::Failed);
        metrics.has_jobs("send_letter", "letters", "waiting", 3);
        metrics.has_jobs("send_letter", "letters", "waiting", 2);
        metrics.needs_attention("orders", "held", 1);
        metrics.webhook_refused("stripe", WebhookRefusal::Signature);
        metrics.webhook_refused("esim_access", WebhookRefusal::Token);
        metrics.recheck_is_overdue(90);
        let text = metrics.text().unwrap();
        for line in [
            "onefare_alarms_total{kind=\"quarantined\"} 2",
            "onefare_job_runs_total{kind=\"deliver_order\",lane=\"esims\",result=\"failed\"} 1",
            "onefare_jobs{kind=\"send_letter\",lane=\"letters\",state=\"waiting\"} 2",
            "onefare_attention{what=\"orders\",state=\"held\"} 1",
            "onefare_webhooks_refused_total{provider=\"stripe\",reason=\"signature\"} 1",
            "onefare_webhooks_refused_total{provider=\"esim_access\",reason=\"token\"} 1",
            "onefare_recheck_overdue_seconds 90",
        ] {
            assert!(text.lines().any(|one| one == line), "{line} in\n{text}");
        }
    }
}
