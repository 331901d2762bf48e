//! Counts the database work of requests and jobs: sqlx reports each statement inside the span of the flow that sends
//! it.

use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, Mutex};

use onefare_server::store::{READING, WRITING};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;

/// The database work of one flow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statements {
    /// The beginning of each statement, in order. On PostgreSQL some end a transaction.
    pub texts: Vec<String>,
    /// Read connections taken from the pool.
    pub readings: usize,
    /// Transactions that may write: each takes another connection, and one flush of the disk.
    pub transactions: usize,
}

/// How the statements that open a connection begin: any flow that happens to need a new one sends them, so they count
/// for none.
const OPENING: [&str; 2] = ["PRAGMA busy_timeout", "SET application_name"];

static COUNTED: LazyLock<Mutex<HashMap<String, Statements>>> = LazyLock::new(Mutex::default);

static COUNTING: LazyLock<()> = LazyLock::new(|| {
    let heard = Targets::new()
        .with_target("sqlx::query", LevelFilter::DEBUG)
        .with_target("onefare_server::store", LevelFilter::DEBUG)
        .with_target("onefare_server::jobs", LevelFilter::DEBUG)
        .with_target("onefare_server::telemetry", LevelFilter::INFO);
    let subscriber = tracing_subscriber::registry().with(Counter.with_filter(heard));
    tracing::subscriber::set_global_default(subscriber).expect("nothing else listens to the whole process");
});

impl Statements {
    /// Counts from now on, in the whole process: SQLite answers on threads of its own. Call it before the shop starts.
    pub fn count() {
        LazyLock::force(&COUNTING);
    }

    /// The statements of the request with that id.
    pub fn of_request(id: &str) -> Self {
        COUNTED.lock().unwrap().get(id).cloned().unwrap_or_default()
    }

    /// The statements of all runs of a job kind about that subject, including how they ended.
    pub fn of_job(kind: &str, subject: &str) -> Self {
        Self::of_request(&format!("{kind} {subject}"))
    }
}

impl fmt::Display for Statements {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { texts, readings, transactions } = self;
        writeln!(out, "{} statements, {readings} readings, {transactions} transactions:", texts.len())?;
        texts.iter().try_for_each(|text| writeln!(out, "  {text}"))
    }
}

struct Counter;

/// The flow of a span: a request by its id, a job by kind and subject.
struct Flow(String);

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Counter {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let flow = match attributes.metadata().name() {
            "request" => fields.of("id"),
            "job" => format!("{} {}", fields.of("kind"), fields.of("subject")),
            _ => return,
        };
        if let Some(span) = context.span(id) {
            span.extensions_mut().insert(Flow(flow));
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let spans = context.event_scope(event).into_iter().flatten();
        for span in spans {
            let Some(Flow(flow)) = span.extensions().get().map(|Flow(flow)| Flow(flow.clone())) else { continue };
            let mut counted = COUNTED.lock().unwrap();
            let statements = counted.entry(flow).or_default();
            match (event.metadata().target(), fields.of("message").as_str()) {
                ("sqlx::query", _) if opens_connection(&fields) => {}
                ("sqlx::query", _) => statements.texts.push(fields.of("summary")),
                (_, READING) => statements.readings += 1,
                (_, WRITING) => statements.transactions += 1,
                _ => {}
            }
        }
    }
}

fn opens_connection(fields: &Fields) -> bool {
    OPENING.iter().any(|beginning| fields.of("summary").starts_with(beginning))
}

#[derive(Default)]
struct Fields(HashMap<&'static str, String>);

impl Fields {
    fn of(&self, name: &str) -> String {
        self.0.get(name).cloned().unwrap_or_default()
    }
}

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }
}
