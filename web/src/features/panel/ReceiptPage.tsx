import { useRef } from 'react';
import { usePageContext } from '../../state/page-context';
import { Button, ButtonLink } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { Spinner } from '../../ui/Spinner';
import { LoadFailed } from './LoadFailed';
import styles from './ReceiptPage.module.css';
import { Slip } from './Slip';
import { useReceipt } from './useReceipt';

/** An order's receipt: a slip, and buttons that are not printed. */
export function ReceiptPage() {
  const { page, t } = usePageContext();
  const { receipt, retry } = useReceipt();
  const title = useRef<HTMLHeadingElement>(null);
  // The retry button is gone while the answer is in flight.
  const again = () => {
    title.current?.focus();
    retry();
  };
  const orders = `${page.prefixes.account}/panel`;
  return (
    <div className={`container ${styles.page}`}>
      <h1 ref={title} tabIndex={-1} className={styles.title}>
        {t('receipt.title')}
      </h1>
      <noscript>
        <Notice tone="plain" shape="alert">
          {t('login.noscript', { support: page.brand.support_email })}
        </Notice>
      </noscript>
      {receipt.phase === 'loading' ? (
        <p role="status" className={styles.waits}>
          <Spinner />
          <span>{t('receipt.loading')}</span>
        </p>
      ) : null}
      {receipt.phase === 'failed' ? (
        <LoadFailed
          text={t(receipt.isUnknown ? 'receipt.unknown' : 'receipt.failed')}
          onRetry={receipt.isUnknown ? undefined : again}
        />
      ) : null}
      {receipt.phase === 'here' ? <Slip receipt={receipt.view} /> : null}
      <div className={styles.actions}>
        {receipt.phase === 'here' ? <Button onClick={() => window.print()}>{t('receipt.print')}</Button> : null}
        <ButtonLink look="secondary" href={orders}>
          {t('receipt.orders')}
        </ButtonLink>
      </div>
    </div>
  );
}
