import { useId, useRef, useState } from 'react';
import type { AccountOrder } from '../../rules/wire';
import { AppDownloads } from '../../sections/AppDownloads';
import { usePageContext } from '../../state/page-context';
import { MailLink } from '../../ui/MailLink';
import { Notice } from '../../ui/Notice';
import { Spinner } from '../../ui/Spinner';
import { DeleteAccount } from './DeleteAccount';
import { Deleted } from './Deleted';
import { Devices } from './Devices';
import { EmailChange } from './EmailChange';
import { LettersLanguage } from './LettersLanguage';
import { LoadFailed } from './LoadFailed';
import { OrderCard } from './OrderCard';
import styles from './Panel.module.css';
import { useAccount } from './useAccount';
import { YourData } from './YourData';

/** Whether the customer can use the app. */
const isInUse = ({ is_subscription, state }: AccountOrder) => is_subscription && state === 'active';

/** The customer's orders and account, with their actions. */
export function Panel() {
  const { page, t } = usePageContext();
  const apps = useId();
  const orders = useId();
  const { account, retry, change } = useAccount();
  const [deleted, setDeleted] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  if (deleted !== undefined) return <Deleted email={deleted} />;
  // The retry button is gone while the answer is in flight.
  const again = () => {
    title.current?.focus();
    retry();
  };
  return (
    <div className={`container ${styles.panel}`}>
      <h1 ref={title} tabIndex={-1} className={styles.title}>
        {t('panel.title')}
      </h1>
      <noscript>
        <Notice tone="plain" shape="alert">
          {t('login.noscript', { support: page.brand.support_email })}
        </Notice>
      </noscript>
      {account.phase === 'loading' ? (
        <p role="status" className={styles.waits}>
          <Spinner />
          <span>{t('panel.loading')}</span>
        </p>
      ) : null}
      {account.phase === 'failed' ? <LoadFailed text={t('panel.failed')} onRetry={again} /> : null}
      {account.phase === 'here' ? (
        <>
          <EmailChange email={account.view.email} onChanged={retry} />
          <section aria-labelledby={orders} className={styles.part}>
            <h2 id={orders} className={styles.name}>
              {t('panel.orders')}
            </h2>
            {account.view.orders.map((order) => (
              <OrderCard key={order.number} order={order} onChange={change} />
            ))}
            {account.view.orders.length > 0 ? <MoneyBack /> : <p className={styles.quiet}>{t('panel.orders.none')}</p>}
          </section>
          {account.view.orders.some(isInUse) ? (
            <section id="apps" aria-labelledby={apps} className={styles.part}>
              <h2 id={apps} className={styles.name}>
                {t('panel.apps')}
              </h2>
              <p>{t.nodes('panel.apps.text', { email: <bdi dir="ltr">{account.view.email}</bdi> })}</p>
              <AppDownloads />
            </section>
          ) : null}
          <div className={styles.settings}>
            <LettersLanguage language={account.view.language} />
            <Devices />
            <YourData />
            <DeleteAccount account={account.view} onDeleted={() => setDeleted(account.view.email)} />
          </div>
        </>
      ) : null}
    </div>
  );
}

/** The period for a refund request; each order has a link that makes one. */
function MoneyBack() {
  const { page, t } = usePageContext();
  const { brand } = page;
  return (
    <p className={styles.quiet}>
      {t.nodes('panel.by_mail', {
        days: brand.claims.guarantee_days,
        support: <MailLink to={brand.support_email} />,
      })}
    </p>
  );
}
