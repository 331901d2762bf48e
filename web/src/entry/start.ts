// The first script of every page. The page is drawn when it arrives, so all others wait until its first frame is on
// screen: fetched before, they would share the line with the style sheets and the font that this frame needs.

/** Fetches every script of the page side by side, and runs the one that starts it. */
function start(): void {
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

// A page that nobody sees yet, in a background tab or drawn ahead of a click, has no frame to wait for.
if (document.visibilityState === 'hidden') start();
// Callbacks of a frame run just before it is painted; a task queued by one runs after that.
else requestAnimationFrame(() => setTimeout(start));
