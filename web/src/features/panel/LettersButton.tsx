import { useRef, useState } from 'react';
import { sendLetters } from '../../api/account';
import type { Problem } from '../../api/call';
import { problemText } from '../../i18n/words';
import type { AccountOrder } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import act from './Act.module.css';
import { signedOut } from './leaving';
import styles from './Outcome.module.css';

type Phase = 'idle' | 'busy' | 'sent' | { refusal: Problem['code'] };

/** Resends receipt and eSIM, for a customer who has lost the email. */
export function LettersButton({ order }: { order: AccountOrder }) {
  const { t } = usePageContext();
  const [phase, setPhase] = useState<Phase>('idle');
  const asking = useRef(false);
  const send = async () => {
    if (asking.current) return;
    asking.current = true;
    setPhase('busy');
    const answer = await sendLetters(order.number);
    asking.current = false;
    if (answer.kind === 'problem' && signedOut(answer.problem)) return;
    if (answer.kind === 'ok') setPhase('sent');
    else setPhase({ refusal: answer.kind === 'problem' ? answer.problem.code : 'something_wrong' });
  };
  return (
    <>
      <button
        type="button"
        className={act.act}
        onClick={() => void send()}
        aria-disabled={phase === 'busy' || undefined}
      >
        {t(order.has_esim ? 'panel.letters.esim' : 'panel.letters')}
      </button>
      <p role="status" className={styles.said}>
        {phase === 'sent' ? t('panel.letters.sent') : null}
      </p>
      {typeof phase === 'object' ? (
        <p role="alert" className={styles.error}>
          {problemText(t, phase.refusal)}
        </p>
      ) : null}
    </>
  );
}
