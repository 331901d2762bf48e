import { useShop } from '../../state/shop';
import { Waiting } from './Waiting';

/** Waiting for the payment provider's word. */
export function Processing({ slow }: { slow: boolean }) {
  const { t } = useShop();
  return (
    <Waiting
      title={t('result.processing')}
      text={t(slow ? 'result.processing.slow' : 'result.processing.text')}
      noscript={t('result.noscript')}
    />
  );
}
