import { useShop } from '../../state/shop';
import { ButtonLink } from '../../ui/Button';
import actions from './Actions.module.css';
import styles from './FailedView.module.css';
import { Help } from './Help';
import { ResultCard } from './ResultCard';

/** A payment for data that was not made: failed for good, or still open. */
export function EsimOutcome({ failed = false }: { failed?: boolean }) {
  const { page, t } = useShop();
  const title = t(failed ? 'failed.title' : 'result.unpaid.title');
  return (
    <ResultCard tone={failed ? 'bad' : 'open'} mark={failed ? 'alert' : 'clock'} title={title} announces>
      <p>{t(failed ? 'esim.failed.text' : 'esim.unpaid.text')}</p>
      <p className={styles.settles}>{t('failed.settles')}</p>
      <div className={actions.actions}>
        <ButtonLink href={`${page.prefixes.vpn}/`}>{t('result.home')}</ButtonLink>
      </div>
      <Help />
    </ResultCard>
  );
}
