/** Any of these inputs keeps the visitor on the page. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Runs `go` after a while, unless the visitor touches the page first: then it runs `stay`. For visitors who prefer
 * reduced motion it does nothing and returns undefined; otherwise it returns the cancellation.
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
