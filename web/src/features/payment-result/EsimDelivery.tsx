import { problemText } from '../../i18n/words';
import type { EsimStatusResponse, SystemGuide } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Notice } from '../../ui/Notice';
import { Spinner } from '../../ui/Spinner';
import styles from './EsimDelivery.module.css';
import { EsimInstall } from './EsimInstall';
import { useEsim } from './useEsim';

interface EsimDeliveryProps {
  order: EsimStatusResponse;
  guides: readonly SystemGuide[];
}

/** The eSIM of a paid order: being made, ready to install, or what happens next when it could not be made. */
export function EsimDelivery({ order, guides }: EsimDeliveryProps) {
  const { t } = usePageContext();
  const delivered = useEsim(order.order_id);
  return (
    <div aria-live="polite" className={styles.delivery}>
      {delivered.phase === 'making' ? (
        <div className={styles.making}>
          <Spinner />
          <p>{t(delivered.slow ? 'delivered.slow' : 'delivered.making')}</p>
        </div>
      ) : null}
      {delivered.phase === 'problem' ? (
        <Notice tone="plain" shape="alert">
          <p>{problemText(t, delivered.code)}</p>
          <p>{t('delivered.problem')}</p>
        </Notice>
      ) : null}
      {delivered.phase === 'made' ? (
        <EsimInstall installation={delivered.installation} order={order.order_number} guides={guides} />
      ) : null}
    </div>
  );
}
