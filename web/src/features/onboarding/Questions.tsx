import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { OnboardingPage } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { DeviceStep } from './DeviceStep';
import { EmailStep } from './EmailStep';
import { Harbour } from './Harbour';
import { Progress } from './Progress';
import styles from './Questions.module.css';
import { ReasonsStep } from './ReasonsStep';
import type { Wizard } from './wizard';

/**
 * The three questions. Without scripts they are one form that the server answers; with scripts one step shows at a
 * time, and the others stay hidden in the same form.
 */
export function Questions({ wizard, content }: { wizard: StoreApi<Wizard>; content: OnboardingPage }) {
  const { page, t } = usePageContext();
  const step = useStore(wizard, (state) => state.step);
  const problem = useStore(wizard, (state) => state.problem);
  const form = useRef<HTMLFormElement>(null);
  const [live, setLive] = useState(false);
  const shownBefore = useRef(step);

  useEffect(() => setLive(true), []);

  useEffect(() => {
    if (shownBefore.current !== step) form.current?.querySelector<HTMLElement>(`#${step}-title`)?.focus();
    shownBefore.current = step;
  }, [step]);

  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLInputElement>('section:not([hidden]) input')?.focus();
  }, [problem]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void wizard.getState().advance();
  };
  const shared = { wizard, content, isAway: (own: string) => ({ away: own !== step, hidden: live && own !== step }) };

  return (
    <div className={styles.sky}>
      <div className={`container ${styles.split}`}>
        <Harbour className={styles.picture ?? ''} />
        <div className={styles.card}>
          <div className={styles.head}>
            <h1 className={styles.title}>{t('onboarding.title')}</h1>
            <p className={styles.lead}>{t('onboarding.lead')}</p>
          </div>
          <Progress wizard={wizard} />
          <form
            ref={form}
            method="post"
            action={`${page.prefixes.vpn}/onboarding`}
            noValidate
            onSubmit={submit}
            className={styles.form}
          >
            <DeviceStep {...shared} />
            <ReasonsStep {...shared} />
            <EmailStep {...shared} />
          </form>
        </div>
      </div>
    </div>
  );
}
