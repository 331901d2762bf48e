// The first script of every page. The page is drawn when it arrives, so all others wait until its content is on
// screen: fetched before, they would share the line with the style sheets and the font that this frame needs.

/** A browser may keep the times of its frames to itself; this long, in milliseconds, its first one is waited for. */
const PATIENCE = 1000;

let isStarted = false;

/** Fetches every script of the page side by side, and runs the one that starts it; once. */
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
 * Starts as soon as the first content is reported to be on screen, which is later than it was handed to it, and shows its own
 * font: a font that comes after that frame draws the text anew, often larger, and the scripts would delay that.
 */
function startWhenSeen(): void {
  const frames = new PerformanceObserver((seen) => {
    if (seen.getEntriesByName('first-contentful-paint').length === 0) return;
    document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(start)));
  });
  frames.observe({ type: 'paint', buffered: true });
  requestAnimationFrame(() => setTimeout(start, PATIENCE));
  // A visitor who leaves the tab before would never see a frame of it.
  document.addEventListener('visibilitychange', start, { once: true });
}

// A hidden page, in a background tab or drawn ahead of a click, has no frame to wait for.
if (document.visibilityState === 'hidden') start();
else startWhenSeen();
