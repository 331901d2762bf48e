import { useEffect, useRef, useState } from 'react';
import { serverAhead } from '../../browser/server-clock';
import { usePageContext } from '../../state/page-context';

/** The remaining time. */
export type Left =
  /** Not known yet: the page has only just been rendered. */
  | { state: 'drawn' }
  /** The rules cannot be loaded here, so there is no countdown. */
  | { state: 'unable' }
  /** Days, hours, minutes and seconds, each of two digits or more. */
  | { state: 'runs'; parts: readonly string[] }
  | { state: 'over' };

/** Specification 1, section 9. */
const TICK_MS = 1000;

/** Counts down to an instant on the server's clock, and calls `onEnd` once when it is reached. */
export function useCountdown(end: number | undefined, onEnd: () => void): Left {
  const { rules } = usePageContext();
  const [left, setLeft] = useState<Left>({ state: 'drawn' });
  const ended = useRef(onEnd);
  useEffect(() => {
    ended.current = onEnd;
  });

  useEffect(() => {
    if (end === undefined) return undefined;
    const ahead = serverAhead();
    let timer: number | undefined;
    const tick = () => {
      const text = rules.countdown(end, Date.now(), ahead);
      if (text !== undefined) return setLeft({ state: 'runs', parts: text.split(':') });
      window.clearInterval(timer);
      setLeft({ state: 'over' });
      ended.current();
    };
    let gone = false;
    void rules.ready().then((isReady) => {
      if (gone) return;
      if (!isReady) return setLeft({ state: 'unable' });
      timer = window.setInterval(tick, TICK_MS);
      tick();
    });
    return () => {
      gone = true;
      window.clearInterval(timer);
    };
  }, [end, rules]);

  return left;
}
