import { problemText } from '../../i18n/words';
import { usePageContext } from '../../state/page-context';
import { Button, ButtonLink } from '../../ui/Button';
import styles from './Actions.module.css';
import { Help } from './Help';
import { ResultCard } from './ResultCard';
import { useShopWays } from './useShopWays';

/** Problem codes of pages whose address names no payment. */
const NAMELESS: readonly string[] = ['no_session', 'payment_hash_missing', 'order_missing'];

/** The status call failed, which says nothing about the payment. */
export function ResultError({ code, onRetry }: { code: string; onRetry: () => void }) {
  const { page, t } = usePageContext();
  const ways = useShopWays();
  const lost = NAMELESS.includes(code);
  // The two shops' specifications use different names for it.
  const esim = problemText(t, lost ? 'order_invalid' : 'verification_failed');
  return (
    <ResultCard tone="bad" mark="alert" title={page.area === 'esim' ? esim : t('result.error')} announces>
      {/* Not every address without a payment has a sentence of its own in the problems catalog. */}
      {code === 'no_session' ? null : <p role="alert">{problemText(t, code)}</p>}
      {lost ? (
        <p role={code === 'no_session' ? 'alert' : undefined}>{t('result.no_session')}</p>
      ) : (
        <p>{t('result.error.text')}</p>
      )}
      <div className={styles.actions}>
        {lost ? (
          <ButtonLink href={ways.goods}>{ways.goodsName}</ButtonLink>
        ) : (
          <Button onClick={onRetry}>{t('result.retry')}</Button>
        )}
        <ButtonLink look="secondary" href={ways.home}>
          {t('result.home')}
        </ButtonLink>
      </div>
      <Help />
    </ResultCard>
  );
}
