/** Whatever a visitor does on the page keeps them there. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Runs `go` after a while, unless the visitor touches the page before: then it runs `stay`. Nothing happens by itself
 * for visitors who prefer reduced motion. Returns whether it will, and the way to call it off.
 */
export function moveOnAfter(milliseconds: number, go: () => void, stay: () => void): (() => void) | undefined {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
  const end = () => {
    clearTimeout(timer);
    for (const touch of TOUCHES) window.removeEventListener(touch, touched);
  };
  const touched = () => {
    end();
    stay();
  };
  const timer = setTimeout(() => {
    end();
    go();
  }, milliseconds);
  for (const touch of TOUCHES) window.addEventListener(touch, touched, { passive: true });
  return end;
}
