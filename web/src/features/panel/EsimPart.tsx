import { useEffect, useRef, useState } from 'react';
import { getEsim } from '../../api/account';
import { problemText } from '../../i18n/words';
import type { AccountEsim } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Button, ButtonLink } from '../../ui/Button';
import styles from './EsimPart.module.css';
import { signedOut } from './leaving';
import outcome from './Outcome.module.css';

type Phase = 'hidden' | 'busy' | 'failed';

/** The eSIM of an order. Its code is fetched only when somebody asks for it: whoever looks over a shoulder could install it. */
export function EsimPart({ number }: { number: string }) {
  const { page, t } = usePageContext();
  const [esim, setEsim] = useState<AccountEsim>();
  const [phase, setPhase] = useState<Phase>('hidden');
  const shown = useRef<HTMLDivElement>(null);

  // The button that asked is gone: focus goes to what it showed.
  useEffect(() => {
    if (esim) shown.current?.focus();
  }, [esim]);

  const show = async () => {
    if (phase === 'busy') return;
    setPhase('busy');
    const answer = await getEsim(number);
    setPhase(answer.kind === 'ok' ? 'hidden' : 'failed');
    if (answer.kind === 'ok') setEsim(answer.value);
    if (answer.kind === 'problem') signedOut(answer.problem);
  };
  if (!esim) {
    return (
      <div>
        <Button onClick={() => void show()} aria-disabled={phase === 'busy' || undefined}>
          {t('panel.esim.show')}
        </Button>
        {phase === 'failed' ? (
          <p role="alert" className={outcome.error}>
            {problemText(t, 'esim_data_failed')}
          </p>
        ) : null}
      </div>
    );
  }
  return (
    <div ref={shown} tabIndex={-1} className={styles.esim}>
      <img className={styles.qr} src={`data:image/png;base64,${esim.qr_png}`} alt={t('panel.esim.qr')} />
      <div className={styles.ways}>
        <p>{t('panel.esim.text')}</p>
        <ButtonLink href={esim.apple_link}>{t('panel.esim.apple')}</ButtonLink>
        <ButtonLink look="secondary" href={esim.android_link}>
          {t('panel.esim.android')}
        </ButtonLink>
        <p>
          {t('panel.esim.code')} <bdi className={styles.code}>{esim.code}</bdi>
        </p>
        <a href={`${page.prefixes.esim}/esim/tutorial`}>{t('panel.esim.tutorial')}</a>
      </div>
    </div>
  );
}
