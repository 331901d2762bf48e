import { useShop } from '../../state/shop';
import { Spinner } from '../../ui/Spinner';
import { ResultCard } from './ResultCard';

/** Waiting for the payment provider's word. */
export function Processing({ slow }: { slow: boolean }) {
  const { t } = useShop();
  return (
    <ResultCard tone="waiting" mark={<Spinner />} title={t('result.processing')}>
      <noscript>
        <p>{t('result.noscript')}</p>
      </noscript>
      <p role="status">{t(slow ? 'result.processing.slow' : 'result.processing.text')}</p>
    </ResultCard>
  );
}
