import { useEffect, useId, useState } from 'react';
import { getSessions, signOut } from '../../api/account';
import { type Key, problemText } from '../../i18n/words';
import type { SessionView } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { leavePanel, signedOut } from './leaving';
import outcome from './Outcome.module.css';
import styles from './Panel.module.css';

/** The number of devices shown at once; the rest is one click away. */
const SHOWN = 4;

/** The customer's sessions, and the ways to sign out. */
export function Devices() {
  const { page, t } = usePageContext();
  const heading = useId();
  const [sessions, setSessions] = useState<readonly SessionView[]>([]);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    void getSessions(page.language, leaving.signal).then((answer) => {
      if (answer.kind === 'ok') setSessions(ownFirst(answer.value.sessions));
      else if (answer.kind === 'problem') setFailed(!signedOut(answer.problem));
    });
    return () => leaving.abort();
  }, [page.language]);

  const leave = async (everywhere: boolean) => {
    setFailed(false);
    const answer = await signOut(everywhere);
    if (answer.kind === 'ok') leavePanel();
    else if (answer.kind === 'problem') setFailed(!signedOut(answer.problem));
  };
  const more = sessions.slice(SHOWN);
  return (
    <section aria-labelledby={heading} className={styles.setting}>
      <h2 id={heading} className={styles.what}>
        {t('panel.devices')}
      </h2>
      <DeviceList sessions={sessions.slice(0, SHOWN)} />
      {more.length > 0 ? (
        <details className={styles.folded}>
          <summary className={styles.unfold}>{t('panel.devices.more', { count: more.length })}</summary>
          <DeviceList sessions={more} />
        </details>
      ) : null}
      {failed ? (
        <p role="alert" className={outcome.error}>
          {problemText(t, 'something_wrong')}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button look="secondary" onClick={() => void leave(false)}>
          {t('panel.sign_out')}
        </Button>
        <Button look="secondary" onClick={() => void leave(true)}>
          {t('panel.sign_out.everywhere')}
        </Button>
      </div>
    </section>
  );
}

const ownFirst = (sessions: readonly SessionView[]) => [
  ...sessions.filter((session) => session.is_this_one),
  ...sessions.filter((session) => !session.is_this_one),
];

function DeviceList({ sessions }: { sessions: readonly SessionView[] }) {
  const { t } = usePageContext();
  return (
    <ul className={styles.list}>
      {sessions.map((session) => (
        <li key={`${session.began_at}${session.device}`}>
          {t(`panel.device.${session.device}` as Key)}
          <span className={styles.quiet}>
            {' · '}
            {session.is_this_one ? t('panel.device.this') : t('panel.device.since', { day: session.began_on })}
          </span>
        </li>
      ))}
    </ul>
  );
}
