import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { answerConsent, type ConsentAnswer } from '../../api/consent';
import { hasAnswered } from '../../browser/consent';
import { AGREED } from '../../browser/events';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import styles from './ConsentBanner.module.css';

const ANSWERS: readonly ConsentAnswer[] = ['reject', 'accept'];

/**
 * Asks once whether events may be reported. It has space of its own and covers nothing; without scripts it is a form.
 */
export function ConsentBanner({ isOnNight = false }: { isOnNight?: boolean }) {
  const { page, t } = usePageContext();
  const [isAsking, setAsking] = useState(page.consent === 'open');
  const wasRefused = useRef(false);

  useEffect(() => {
    // A page that the browser prerendered, or restored from its history, may be older than the answer.
    const look = () => setAsking((asking) => asking && !hasAnswered());
    look();
    window.addEventListener('pageshow', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('pageshow', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  if (!isAsking) return null;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    const { currentTarget: form, nativeEvent } = event;
    const button = nativeEvent.submitter;
    const choice = ANSWERS.find((answer) => button instanceof HTMLButtonElement && button.value === answer);
    if (!choice || wasRefused.current) return;
    event.preventDefault();
    if (await answerConsent(choice)) {
      setAsking(false);
      if (choice === 'accept') window.dispatchEvent(new Event(AGREED));
      // The focused button is gone.
      document.getElementById('content')?.focus({ preventScroll: true });
    } else {
      // Falls back to submitting the form itself, so that the browser shows what went wrong.
      wasRefused.current = true;
      form.requestSubmit(button);
    }
  };

  return (
    <section aria-label={t('consent.label')} className={isOnNight ? styles.night : styles.banner}>
      <form method="post" action="/api/consent" onSubmit={submit} className={`container ${styles.form}`}>
        <p className={styles.text}>
          {t('consent.text')} <a href={`${page.prefixes.vpn}/privacy-policy`}>{t('shell.privacy')}</a>
        </p>
        <div className={styles.answers}>
          {ANSWERS.map((answer) => (
            <Button key={answer} type="submit" name="choice" value={answer} look={isOnNight ? 'night' : 'secondary'}>
              {t(`consent.${answer}`)}
            </Button>
          ))}
        </div>
      </form>
    </section>
  );
}
