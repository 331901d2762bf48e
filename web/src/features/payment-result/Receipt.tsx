import type { ReactNode } from 'react';
import type { VerifyResponse } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import { Amount } from '../../ui/Price';
import actions from './Actions.module.css';
import { EmailCorrection } from './EmailCorrection';
import { Fact, Facts } from './Facts';
import { Help } from './Help';
import { NextSteps } from './NextSteps';
import styles from './Receipt.module.css';
import { ResultCard } from './ResultCard';
import { useCorrectedEmail, useCorrecting } from './useCorrecting';

interface ReceiptProps {
  receipt: VerifyResponse;
  /** The buyer's address as this browser knows it, shown instead of the server's. */
  shown?: string | undefined;
  /** What this purchase includes besides the subscription. */
  children?: ReactNode;
}

/** The purchase, its end, and what comes next. Every line comes from the server. */
export function Receipt({ receipt, shown, children }: ReceiptProps) {
  const { page, t } = usePageContext();
  const correcting = useCorrecting(receipt.email ?? '');
  const email = useCorrectedEmail(correcting) ?? shown ?? receipt.email;
  const ends = receipt.subscription_end_text ?? receipt.subscriptionEndDate?.slice(0, 10);
  return (
    <ResultCard tone="good" mark="check" title={t('result.success')} announces>
      {ends ? <p className={styles.lead}>{t.nodes('result.success.text', { date: <bdi>{ends}</bdi> })}</p> : null}
      <Facts>
        <Fact term={t('result.order')} value={receipt.orderId} selectable />
        <Fact term={t('result.ends')} value={ends} />
        <Fact term={t('result.expires')} value={receipt.expired_text ?? receipt.expired_at?.slice(0, 10)} />
        <Fact term={t('result.amount')} value={receipt.amount_text} />
        <Fact term={t('result.email')} value={email} selectable />
      </Facts>
      {receipt.email_correctable_until ? <EmailCorrection correcting={correcting} /> : null}
      <p className={styles.renews}>
        {receipt.renewal_text
          ? t.nodes('result.renews', { renewal: <Amount text={receipt.renewal_text} /> })
          : t('result.once')}
      </p>
      <NextSteps email={email} />
      {children}
      <div className={actions.actions}>
        <ButtonLink href={`${page.prefixes.account}/panel`}>{t('result.manage')}</ButtonLink>
        <ButtonLink look="secondary" href={`${page.prefixes.vpn}/`}>
          {t('result.home')}
        </ButtonLink>
      </div>
      <Help order={receipt.orderId} />
    </ResultCard>
  );
}
