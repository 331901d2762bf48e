import { useEffect, useId, useRef } from 'react';
import type { WithdrawalPage } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Confirmation } from './Confirmation';
import { PaperBoat } from './PaperBoat';
import { Stated } from './Stated';
import { StatementForm } from './StatementForm';
import styles from './Withdrawal.module.css';

/** Withdrawing from an order: each step is a plain form that the server answers, with and without scripts. */
export function Withdrawal({ content }: { content: WithdrawalPage }) {
  const { page, t } = usePageContext();
  const right = useId();
  const { step } = content;
  const heading = useRef<HTMLHeadingElement>(null);

  // A step after the first is a new document: the focus starts at its heading.
  useEffect(() => {
    if (step !== 'statement') heading.current?.focus();
  }, [step]);

  const title = { statement: t('withdrawal.title'), confirmation: t('withdrawal.confirm.title') };
  return (
    <div className={styles.sky}>
      <div className={`container ${styles.split}`}>
        <div className={styles.picture}>
          <PaperBoat />
        </div>
        <div className={styles.card}>
          {step === 'stated' ? null : (
            <p className={styles.step}>{t('withdrawal.step', { step: step === 'statement' ? 1 : 2 })}</p>
          )}
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {step === 'stated' ? t('withdrawal.done.title') : title[step]}
          </h1>
          {step === 'statement' ? <StatementForm content={content} /> : null}
          {step === 'confirmation' ? <Confirmation typed={content.typed} /> : null}
          {step === 'stated' ? <Stated content={content} /> : null}
        </div>
        {step === 'statement' ? (
          <aside className={styles.right} aria-labelledby={right}>
            <h2 id={right}>{t('withdrawal.right.title')}</h2>
            <p>
              {t.nodes('withdrawal.right', {
                days: page.brand.claims.guarantee_days,
                support: (
                  <a href={`mailto:${page.brand.support_email}`} dir="ltr">
                    {page.brand.support_email}
                  </a>
                ),
              })}
            </p>
          </aside>
        ) : null}
      </div>
    </div>
  );
}
