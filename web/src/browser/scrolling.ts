/** Room left above the target (specification, section 9). */
const OFFSET_PX = 100;
/** The selected state is seen before the page moves. */
const SCROLL_DELAY_MS = 150;
/** The movement has ended before the keyboard of a phone comes up. */
const FOCUS_DELAY_MS = 800;

/** Anything a person does on their own ends the journey: focus is never taken from someone who is busy elsewhere. */
const INTERRUPTIONS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Scrolls to `target`, then focuses `field`. Returns the way to call it off. */
export function bringTo(target: Element, field: HTMLElement): () => void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  let moving = false;
  const timers = [
    // Not at once: the very key press that started this is still on its way up to the window.
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
    // A page that moves between the press and the release of a pointer swallows the click.
    if (moving && !calm) window.scrollTo({ top: window.scrollY, behavior: 'instant' });
  }
  return stop;
}
