import { useCallback, useEffect, useState } from 'react';
import { getInitialData } from '../../api/subscription';
import { problemText } from '../../i18n/words';
import { useShop } from '../../state/shop';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { Spinner } from '../../ui/Spinner';
import styles from './PlanLoading.module.css';

/** Set on the history entry before the page is loaded again, so that a lasting fault cannot make it do so for ever. */
const TRIED = 'plans_asked_again';

/** Stands in when the page came without its plans: asks whether the shop can be reached and loads the page again. */
export function PlanLoading() {
  const { t } = useShop();
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);

  useEffect(() => {
    const leaving = new AbortController();
    void ask(leaving.signal, round > 0).then((found) => {
      if (!leaving.signal.aborted) setProblem(found);
    });
    return () => leaving.abort();
  }, [round]);

  const again = useCallback(() => {
    setProblem(undefined);
    setRound((before) => before + 1);
  }, []);

  return (
    <div className={`container ${styles.loading}`}>
      {problem ? (
        <>
          <div role="alert">
            <Notice tone="bad" shape="alert">
              {problemText(t, problem)}
            </Notice>
          </div>
          <Button onClick={again}>{t('result.retry')}</Button>
        </>
      ) : (
        <>
          <Spinner />
          <p role="status">{t('buy.loading')}</p>
        </>
      )}
    </div>
  );
}

async function ask(signal: AbortSignal, wished: boolean): Promise<string | undefined> {
  const code = new URLSearchParams(window.location.search).get('code') ?? '';
  const answer = await getInitialData(code, signal);
  if (answer.kind === 'dropped') return undefined;
  if (answer.kind === 'problem') return answer.problem.body ? 'fetch_failed' : 'network';
  if (answer.value.status !== 'ok') return 'fetch_failed';
  const tried: unknown = window.history.state;
  if (tried === TRIED && !wished) return 'fetch_failed';
  window.history.replaceState(TRIED, '');
  window.location.reload();
  return undefined;
}
