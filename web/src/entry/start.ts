// The first script of every page. The page arrives rendered, so all other scripts wait until its content is on screen:
// fetched earlier, they would compete with the style sheets and the font that this frame needs.

/** Milliseconds to wait for the first frame where the browser does not report its frame times. */
const PATIENCE = 1000;

let isStarted = false;

/** Fetches all scripts of the page in parallel, and runs the entry script, once. */
function start(): void {
  if (isStarted) return;
  isStarted = true;
  const own = document.querySelector<HTMLScriptElement>('script[data-entry]');
  if (!own?.dataset.entry) throw new Error('The document does not say which script starts it');
  for (const address of own.dataset.scripts?.split(' ') ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = address;
    document.head.append(link);
  }
  import(/* @vite-ignore */ own.dataset.entry);
}

/**
 * Starts once the browser has reported the first contentful paint and the page's own font is in use: a font that
 * arrives after that frame redraws the text, often larger, and the scripts would delay it.
 */
function startWhenSeen(): void {
  const frames = new PerformanceObserver((seen) => {
    if (seen.getEntriesByName('first-contentful-paint').length === 0) return;
    document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(start)));
  });
  frames.observe({ type: 'paint', buffered: true });
  requestAnimationFrame(() => setTimeout(start, PATIENCE));
  // A visitor who leaves the tab before that would never see a frame of it.
  document.addEventListener('visibilitychange', start, { once: true });
}

// A hidden page, in a background tab or prerendered, has no frame to wait for.
if (document.visibilityState === 'hidden') start();
else startWhenSeen();
