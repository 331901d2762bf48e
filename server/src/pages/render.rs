//! Runs React in this process, in QuickJS: page data in, HTML out.
//!
//! The engine has a thread of its own, because a QuickJS context belongs to the thread that made it, and because a
//! render must never block the threads that answer calls. Requests reach it through a short bounded queue
//! ([`render_queue`](super::render_queue)).
//!
//! Findings of the first trial:
//!
//! - The bundle is one classic script. It brings its own polyfills for `MessageChannel` and `TextEncoder`, which React
//!   touches while it loads; QuickJS has no `Intl`, no DOM and no WebAssembly, and a page that uses one fails here, in
//!   a test, instead of differing from the browser later.
//! - `renderToString` needs no promises and no timers, so no job queue has to be driven.
//! - Loading the bundle takes 20 ms, the first render twice as long as the later ones (8 and 4 ms for `/buy`; Node, with
//!   its compiler, needs 0.8), and 3 to 7 MB. Bytecode compiled beforehand could only save part of those 20 ms, and
//!   loading it is `unsafe`, because the engine trusts it blindly. Not worth it: `onefare serve` has it loaded before it
//!   says that it is open, and what never draws a page (most tests) never loads it.
//! - The garbage collector does not matter: a threshold of 256 KB, 4 MB or none gives the same time per page.
//! - Wall clock alone is a bad measure of a slow page: on a busy machine a thread may wait 100 ms to be scheduled. The
//!   engine calls its interrupt handler after fixed portions of work, so those calls are counted too.
//! - An interrupted or failed script may leave half-built state behind, so the whole context is rebuilt after it.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use rquickjs::{CatchResultExt as _, CaughtError, Context, Function, Persistent, Runtime};
use tokio::sync::oneshot;

use super::render_queue::{Full, Queue, Turn};

/// Most memory of the engine, the loaded bundle included.
const MEMORY_LIMIT: usize = 64 * 1024 * 1024;
/// How deep scripts may recurse; React recurses once per element level.
const SCRIPT_STACK: usize = 1024 * 1024;
/// The thread's own stack: the script's share and room for the engine. Untouched pages cost nothing.
const THREAD_STACK: usize = 4 * 1024 * 1024;
/// A render that takes longer than this, and has done real work in that time, is stopped.
const DEADLINE: Duration = Duration::from_millis(100);
/// The first render after loading fills the engine's caches.
const FIRST_DEADLINE: Duration = Duration::from_millis(500);
/// No render may take longer than this, even when it was kept from working.
const LAST_DEADLINE: Duration = Duration::from_secs(2);
/// Interrupt calls of the engine after about [`DEADLINE`] of work on a slow machine.
const WORK_LIMIT: u32 = 200;

/// Why there is no HTML. The caller sends the page without it, and the browser draws.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The thread could not be started.
    #[error("the render thread could not be started: {0}")]
    Thread(#[from] std::io::Error),
    /// The bundle does not load, or does not define `onefareRender`.
    #[error("the server bundle does not load: {0}")]
    Load(String),
    /// The page threw.
    #[error("the page could not be rendered: {0}")]
    Script(String),
    /// The page took too long and was stopped.
    #[error("the page took longer than {} ms to render", DEADLINE.as_millis())]
    TooSlow,
    /// Too many renders are waiting already, or a client with fewer of them took its place.
    #[error("too many renders are waiting")]
    Busy,
    /// The thread has ended.
    #[error("the render thread has ended")]
    Ended,
}

#[derive(Debug)]
enum Job {
    Ready(oneshot::Sender<Result<(), RenderError>>),
    Render(String, oneshot::Sender<Result<String, RenderError>>),
}

impl Job {
    /// Refuses a render that has no place.
    fn refuse(self) {
        if let Self::Render(_, answer) = self {
            drop(answer.send(Err(RenderError::Busy)));
        }
    }
}

/// The handle to the render thread. The thread ends when the last handle is dropped.
#[derive(Clone, Debug)]
pub struct Renderer {
    jobs: Arc<Open>,
}

/// One end of the queue, which is closed when it is dropped: by the last handle, or by a thread that ends.
#[derive(Debug)]
struct Open(Arc<Queue<Job>>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Renderer {
    /// Starts the thread, which loads `script` before its first job: see [`Renderer::ready`].
    ///
    /// # Errors
    /// When the operating system refuses a thread.
    pub fn start(script: impl Into<Bytes>) -> Result<Self, RenderError> {
        let script = script.into();
        let jobs = Arc::new(Queue::default());
        let queue = Open(Arc::clone(&jobs));
        std::thread::Builder::new()
            .name("render".to_owned())
            .stack_size(THREAD_STACK)
            .spawn(move || work(&script, &queue))?;
        Ok(Self { jobs: Arc::new(Open(jobs)) })
    }

    /// Has the bundle loaded, and waits for that.
    ///
    /// # Errors
    /// When it does not load.
    pub async fn ready(&self) -> Result<(), RenderError> {
        self.ask(Turn::First, Job::Ready).await
    }

    /// Renders one page: `page_json` is the page's data, the result is the content of `<div id="root">`.
    ///
    /// # Errors
    /// When the page throws or is too slow, or too many others are waiting.
    pub async fn render(&self, page_json: String, turn: Turn) -> Result<String, RenderError> {
        self.ask(turn, |answer| Job::Render(page_json, answer)).await
    }

    async fn ask<T>(
        &self,
        turn: Turn,
        job: impl FnOnce(oneshot::Sender<Result<T, RenderError>>) -> Job,
    ) -> Result<T, RenderError> {
        let (answer, answered) = oneshot::channel();
        match self.jobs.0.push(turn, job(answer)) {
            Ok(None) => {}
            Ok(Some(gave_way)) => gave_way.refuse(),
            Err(Full) => return Err(RenderError::Busy),
        }
        answered.await.map_err(|_dropped| RenderError::Ended)?
    }
}

/// The thread's loop: loads the bundle, answers, and loads it again after every failure.
fn work(script: &Bytes, queue: &Open) {
    let mut loaded = None;
    while let Some(job) = queue.0.next() {
        match (job, loaded.get_or_insert_with(|| Engine::load(script))) {
            (Job::Ready(answer), Ok(_)) => drop(answer.send(Ok(()))),
            (Job::Ready(answer), Err(error)) => drop(answer.send(Err(RenderError::Load(error.clone())))),
            // The caller is gone.
            (Job::Render(_, answer), _) if answer.is_closed() => {}
            (Job::Render(page, answer), Ok(engine)) => {
                let rendered = engine.render(page);
                let failed = rendered.is_err();
                drop(answer.send(rendered));
                if failed {
                    loaded = Some(Engine::load(script));
                }
            }
            (Job::Render(_, answer), Err(error)) => {
                drop(answer.send(Err(RenderError::Load(error.clone()))));
            }
        }
    }
}

/// How long the running script may go on.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    started: Instant,
    deadline: Duration,
    questions: u32,
    stopped: bool,
}

impl Allowance {
    fn new(deadline: Duration) -> Self {
        Self { started: Instant::now(), deadline, questions: 0, stopped: false }
    }

    /// Whether the script must stop now.
    fn is_spent(&self) -> bool {
        let elapsed = self.started.elapsed();
        elapsed > LAST_DEADLINE || (elapsed > self.deadline && self.questions > WORK_LIMIT)
    }
}

/// A loaded bundle. Fields drop in this order: the function before the context it belongs to.
struct Engine {
    render: Persistent<Function<'static>>,
    context: Context,
    allowance: Rc<Cell<Allowance>>,
    next_deadline: Duration,
    _runtime: Runtime,
}

impl Engine {
    fn load(script: &Bytes) -> Result<Self, String> {
        let runtime = Runtime::new().map_err(|error| error.to_string())?;
        runtime.set_memory_limit(MEMORY_LIMIT);
        runtime.set_max_stack_size(SCRIPT_STACK);
        let allowance = Rc::new(Cell::new(Allowance::new(LAST_DEADLINE)));
        let watched = Rc::clone(&allowance);
        runtime.set_interrupt_handler(Some(Box::new(move || {
            let mut now = watched.get();
            now.questions = now.questions.saturating_add(1);
            now.stopped = now.is_spent();
            watched.set(now);
            now.stopped
        })));
        let context = Context::full(&runtime).map_err(|error| error.to_string())?;
        let render = context.with(|ctx| {
            ctx.eval::<(), _>(&script[..]).catch(&ctx).map_err(|error| describe(&error))?;
            let render: Function<'_> = ctx
                .globals()
                .get("onefareRender")
                .map_err(|_missing| "it does not define globalThis.onefareRender".to_owned())?;
            Ok::<_, String>(Persistent::save(&ctx, render))
        })?;
        Ok(Self { render, context, allowance, next_deadline: FIRST_DEADLINE, _runtime: runtime })
    }

    fn render(&mut self, page_json: String) -> Result<String, RenderError> {
        self.allowance.set(Allowance::new(std::mem::replace(&mut self.next_deadline, DEADLINE)));
        let outcome = self.context.with(|ctx| {
            let render = self.render.clone().restore(&ctx).map_err(|error| RenderError::Script(error.to_string()))?;
            render.call::<_, String>((page_json,)).catch(&ctx).map_err(|error| RenderError::Script(describe(&error)))
        });
        if self.allowance.get().stopped { Err(RenderError::TooSlow) } else { outcome }
    }
}

/// The thrown error, with its location.
fn describe(error: &CaughtError<'_>) -> String {
    error.to_string().trim().replace('\n', " | ")
}

#[cfg(test)]
mod tests {
    use super::super::render_queue::PLACES;
    use super::*;

    async fn renderer(script: &'static str) -> Renderer {
        let renderer = Renderer::start(Bytes::from_static(script.as_bytes())).unwrap();
        renderer.ready().await.unwrap();
        renderer
    }

    #[tokio::test]
    async fn renders_text_of_every_script() {
        let renderer = renderer("globalThis.onefareRender = (json) => '<p>' + JSON.parse(json).name + '</p>'").await;
        assert_eq!(renderer.render(r#"{"name":"شمال €"}"#.to_owned(), Turn::First).await.unwrap(), "<p>شمال €</p>");
    }

    #[tokio::test]
    async fn tells_why_a_bundle_does_not_load() {
        let broken = Renderer::start("throw new Error('no such thing')").unwrap();
        assert!(broken.ready().await.unwrap_err().to_string().contains("no such thing"));
        assert!(matches!(broken.render(String::new(), Turn::First).await, Err(RenderError::Load(_))));
        let empty = Renderer::start("1").unwrap();
        assert!(empty.ready().await.unwrap_err().to_string().contains("onefareRender"));
    }

    /// Every way in which a page can fail, one after the other: the renderer must survive them all, with clean state.
    #[tokio::test]
    async fn survives_pages_that_fail() {
        let renderer = renderer(
            "let count = 0;
             const deep = (n) => 1 + deep(n + 1);
             globalThis.onefareRender = (what) => {
               count += 1;
               if (what === 'throw') throw new Error('boom');
               if (what === 'value') throw 7;
               if (what === 'loop') for (;;) {}
               if (what === 'deep') return deep(0);
               if (what === 'memory') { const all = []; for (;;) all.push('x'.repeat(100000) + all.length); }
               if (what === 'object') return {};
               return String(count);
             };",
        )
        .await;
        for what in ["throw", "value", "loop", "deep", "memory", "object", "throw", "loop"] {
            assert_eq!(
                renderer.render("fine".to_owned(), Turn::First).await.unwrap(),
                "1",
                "state left over before {what}"
            );
            let started = Instant::now();
            let error = renderer.render(what.to_owned(), Turn::First).await.unwrap_err();
            assert_eq!(matches!(error, RenderError::TooSlow), what == "loop", "{what}: {error}");
            assert!(started.elapsed() < LAST_DEADLINE, "{what} took {:?}", started.elapsed());
        }
    }

    #[tokio::test]
    async fn refuses_instead_of_queueing_for_ever() {
        let renderer = renderer("globalThis.onefareRender = () => { for (;;) {} }").await;
        let first = tokio::spawn({
            let renderer = renderer.clone();
            async move { renderer.render(String::new(), Turn::First).await }
        });
        tokio::time::sleep(Duration::from_millis(20)).await;
        let waiting: Vec<_> = (0..PLACES + 10)
            .map(|_| {
                let renderer = renderer.clone();
                tokio::spawn(async move { renderer.render(String::new(), Turn::First).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(20)).await;
        let mut refused = 0;
        for task in waiting {
            if task.is_finished() {
                assert!(matches!(task.await.unwrap(), Err(RenderError::Busy)));
                refused += 1;
            } else {
                task.abort();
            }
        }
        assert!(refused >= 9, "{refused}");
        assert!(matches!(first.await.unwrap(), Err(RenderError::TooSlow)));
    }
}
