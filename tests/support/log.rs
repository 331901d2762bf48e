//! What a test's shop writes to its log.

use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex};

use tracing::Dispatch;
use tracing::subscriber::DefaultGuard;

/// Collects the warnings and errors logged on this thread while this value lives. A test's shop runs on its test's
/// thread.
#[derive(Debug)]
pub struct Log {
    lines: Lines,
    _guard: DefaultGuard,
}

/// A second subscriber. With only one, `tracing` decides each log line's interest for the thread that first reaches it:
/// if that is a test's thread without a log, the line is never logged again.
static NOBODY: LazyLock<Dispatch> = LazyLock::new(|| {
    let deaf = tracing_subscriber::fmt().with_max_level(tracing::Level::WARN).with_writer(io::sink);
    Dispatch::new(deaf.finish())
});

impl Log {
    /// Starts listening; call it before the shop starts.
    pub fn listen() -> Self {
        LazyLock::force(&NOBODY);
        let lines = Lines::default();
        let writer = lines.clone();
        let log = tracing_subscriber::fmt().with_max_level(tracing::Level::WARN).with_ansi(false);
        let log = log.with_writer(move || writer.clone()).finish();
        Self { lines, _guard: tracing::subscriber::set_default(log) }
    }

    /// The lines since the last call.
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
