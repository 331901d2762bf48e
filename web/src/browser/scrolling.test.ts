import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bringTo } from './scrolling';

/** A page scrolled down by 1000 px, with the target 500 px below the top of the screen. */
function page(calm = false) {
  const listeners = new Map<string, () => void>();
  const scrollTo = vi.fn<(to: { top: number; behavior: string }) => void>();
  const focus = vi.fn<(options: { preventScroll: boolean }) => void>();
  vi.stubGlobal('window', {
    matchMedia: () => ({ matches: calm }),
    setTimeout: (then: () => void, after?: number) => setTimeout(then, after),
    clearTimeout: (timer: number) => clearTimeout(timer),
    addEventListener: (event: string, then: () => void) => listeners.set(event, then),
    removeEventListener: (event: string) => listeners.delete(event),
    scrollY: 1000,
    scrollTo,
  });
  const target = { getBoundingClientRect: () => ({ top: 500 }) };
  const stop = bringTo(target as unknown as Element, { focus } as unknown as HTMLElement);
  return { scrollTo, focus, stop, press: (event: string) => listeners.get(event)?.() };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('after a choice', () => {
  it('the page moves 150 ms later, to 100 px above the target', () => {
    const { scrollTo } = page();
    vi.advanceTimersByTime(149);
    expect(scrollTo).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 1400, behavior: 'smooth' });
  });

  it('the field has the focus 800 ms later, and takes the page nowhere', () => {
    const { focus } = page();
    vi.advanceTimersByTime(799);
    expect(focus).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
  });

  it('nothing glides for those who want less motion', () => {
    const { scrollTo } = page(true);
    vi.advanceTimersByTime(150);
    expect(scrollTo).toHaveBeenCalledWith({ top: 1400, behavior: 'instant' });
  });

  it.each(['pointerdown', 'keydown', 'wheel', 'touchstart'])('a %s of the person ends it where it is', (event) => {
    const { scrollTo, focus, press } = page();
    vi.advanceTimersByTime(200);
    press(event);
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 1000, behavior: 'instant' });
    vi.advanceTimersByTime(1000);
    expect(focus).not.toHaveBeenCalled();
  });

  it('the key press that made the choice does not end it', () => {
    const { focus, press } = page();
    press('keydown');
    vi.advanceTimersByTime(800);
    expect(focus).toHaveBeenCalledOnce();
  });

  it('it can be called off', () => {
    const { scrollTo, focus, stop } = page();
    stop();
    vi.advanceTimersByTime(1000);
    expect([scrollTo, focus].some((call) => call.mock.calls.length > 0)).toBe(false);
  });
});
