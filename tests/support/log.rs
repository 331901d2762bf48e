//! What the shop of one test writes into its log.

use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex};

use tracing::Dispatch;
use tracing::subscriber::DefaultGuard;

/// Everything that is logged on this thread, warnings and errors, for as long as this value lives. A test's shop runs
/// on the thread of its test.
#[derive(Debug)]
pub struct Log {
    lines: Lines,
    _guard: DefaultGuard,
}

/// Another subscriber. As long as there is only one, `tracing` takes the thread that first comes to a line of code for
/// the only one: when that is the thread of a test without a log, the line is never logged again.
static NOBODY: LazyLock<Dispatch> = LazyLock::new(|| {
    let deaf = tracing_subscriber::fmt().with_max_level(tracing::Level::WARN).with_writer(io::sink);
    Dispatch::new(deaf.finish())
});

impl Log {
    /// Starts listening; begin with it, before the shop.
    pub fn listen() -> Self {
        LazyLock::force(&NOBODY);
        let lines = Lines::default();
        let writer = lines.clone();
        let log = tracing_subscriber::fmt().with_max_level(tracing::Level::WARN).with_ansi(false);
        let log = log.with_writer(move || writer.clone()).finish();
        Self { lines, _guard: tracing::subscriber::set_default(log) }
    }

    /// The lines since the last time they were taken.
    pub fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.lines.0.lock().unwrap())).unwrap()
    }
}

#[derive(Clone, Debug, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
