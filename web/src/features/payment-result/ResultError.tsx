import { problemText } from '../../i18n/words';
import { useShop } from '../../state/shop';
import { Button, ButtonLink } from '../../ui/Button';
import styles from './Actions.module.css';
import { Help } from './Help';
import { ResultCard } from './ResultCard';

/** The question could not be answered; that says nothing about the payment. */
export function ResultError({ code, onRetry }: { code: string; onRetry: () => void }) {
  const { page, t } = useShop();
  const lost = code === 'no_session';
  return (
    <ResultCard tone="bad" mark="alert" title={t('result.error')} announces>
      <p role="alert">{lost ? t('result.no_session') : problemText(t, code)}</p>
      {lost ? null : <p>{t('result.error.text')}</p>}
      <div className={styles.actions}>
        {lost ? (
          <ButtonLink href={`${page.prefixes.vpn}/buy`}>{t('not_found.buy')}</ButtonLink>
        ) : (
          <Button onClick={onRetry}>{t('result.retry')}</Button>
        )}
        <ButtonLink look="secondary" href={`${page.prefixes.vpn}/`}>
          {t('result.home')}
        </ButtonLink>
      </div>
      <Help />
    </ResultCard>
  );
}
