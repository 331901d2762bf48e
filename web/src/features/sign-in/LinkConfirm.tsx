import { useEffect, useRef, useState } from 'react';
import { followLink } from '../../api/account';
import { takeFragment } from '../../browser/address';
import { problemText } from '../../i18n/words';
import { usePageContext } from '../../state/page-context';
import { Button, ButtonLink } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { enter } from './enter';
import { SignInCard } from './SignInCard';

type Phase = 'asking' | 'busy' | 'over' | 'failed';

/**
 * The target of a mailed link. Opening it begins no session, because mail scanners open links too: the button does. The
 * secret leaves the address bar at once.
 */
export function LinkConfirm() {
  const { page, t } = usePageContext();
  const token = useRef<string>(undefined);
  const [phase, setPhase] = useState<Phase>('asking');
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    token.current ??= takeFragment();
  }, []);
  // The button is gone then: the focus moves to the outcome.
  useEffect(() => {
    if (phase === 'over') said.current?.focus();
  }, [phase]);

  const confirm = async () => {
    if (phase === 'busy') return;
    setPhase('busy');
    const answer = await followLink({ token: token.current ?? '', language: page.language });
    if (answer.kind !== 'ok') return setPhase('failed');
    const { success, redirect_url } = answer.value;
    if (!success || !redirect_url) return setPhase('over');
    enter(redirect_url);
  };
  const again = <ButtonLink href={`${page.prefixes.account}/panel`}>{t('login.link.again')}</ButtonLink>;
  return (
    <SignInCard
      shape={phase === 'over' ? 'clock' : 'lock'}
      title={t(phase === 'over' ? 'login.link.expired' : 'login.link.title')}
    >
      <noscript>
        <Notice tone="plain" shape="alert">
          {t('login.noscript', { support: page.brand.support_email })}
        </Notice>
      </noscript>
      <p ref={said} tabIndex={-1} role={phase === 'over' ? 'alert' : undefined}>
        {t(phase === 'over' ? 'login.link.over' : 'login.link.text')}
      </p>
      {phase === 'failed' ? (
        <Notice tone="bad" shape="alert">
          <p role="alert">{problemText(t, 'sign_in_failed')}</p>
        </Notice>
      ) : null}
      {phase === 'over' ? (
        again
      ) : (
        <Button onClick={() => void confirm()} aria-disabled={phase === 'busy' || undefined}>
          {t(phase === 'busy' ? 'login.checking' : 'login.link.button')}
        </Button>
      )}
    </SignInCard>
  );
}
