/** Room left above the target (specification, section 9). */
const OFFSET_PX = 100;
/** Shows the selected state before the page moves. */
const SCROLL_DELAY_MS = 150;
/** The scrolling has ended before a phone's keyboard opens. */
const FOCUS_DELAY_MS = 800;

/** Any input of the visitor stops the scrolling: focus must not be taken from someone who is busy elsewhere. */
const INTERRUPTIONS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Scrolls to `target`, then focuses `field`. Returns the cancellation. */
export function bringTo(target: Element, field: HTMLElement): () => void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  let moving = false;
  const timers = [
    // Deferred: the key press that started this is still bubbling up to the window.
    window.setTimeout(() => {
      for (const event of INTERRUPTIONS) window.addEventListener(event, interrupt, { passive: true });
    }),
    window.setTimeout(() => {
      moving = true;
      const top = target.getBoundingClientRect().top + window.scrollY - OFFSET_PX;
      window.scrollTo({ top, behavior: calm ? 'instant' : 'smooth' });
    }, SCROLL_DELAY_MS),
    window.setTimeout(() => {
      field.focus({ preventScroll: true });
      stop();
    }, FOCUS_DELAY_MS),
  ];
  function stop(): void {
    for (const timer of timers) window.clearTimeout(timer);
    for (const event of INTERRUPTIONS) window.removeEventListener(event, interrupt);
  }
  function interrupt(): void {
    stop();
    // A page that moves between a pointer's press and release swallows the click.
    if (moving && !calm) window.scrollTo({ top: window.scrollY, behavior: 'instant' });
  }
  return stop;
}
