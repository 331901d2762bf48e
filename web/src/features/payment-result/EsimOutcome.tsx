import type { EsimStatusResponse } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import actions from './Actions.module.css';
import styles from './FailedView.module.css';
import { Help } from './Help';
import { ResultCard } from './ResultCard';

/** The common reasons (specification 2, section 2 "Failed callback"). */
const REASONS = ['funds', 'details', 'blocked', 'abroad', 'network'] as const;

interface EsimOutcomeProps {
  failed?: boolean;
  /** The product, once the server has named it. */
  known: EsimStatusResponse | undefined;
}

/** A data payment that was not made: failed for good, or still open. The retry leads to the same plan. */
export function EsimOutcome({ failed = false, known }: EsimOutcomeProps) {
  const { page, t } = usePageContext();
  const title = t(failed ? 'failed.title' : 'result.unpaid.title');
  const shop = `${page.prefixes.esim}/esim`;
  const again = known
    ? `${shop}/checkout/${known.bundle_id}?plan=${known.bundle_id}-${known.data}-${known.validity}`
    : `${shop}/countries`;
  return (
    <ResultCard tone={failed ? 'bad' : 'open'} mark={failed ? 'alert' : 'clock'} title={title} announces>
      <p>{t(failed ? 'problem.payment_not_processed' : 'esim.unpaid.text')}</p>
      {failed ? (
        <>
          <p>{t('delivered.reasons')}</p>
          <ul className={styles.causes}>
            {REASONS.map((reason) => (
              <li key={reason}>{t(`delivered.reason.${reason}`)}</li>
            ))}
          </ul>
        </>
      ) : null}
      <p className={styles.settles}>{t('failed.settles')}</p>
      <div className={actions.actions}>
        <ButtonLink href={again}>{t('failed.retry')}</ButtonLink>
        <ButtonLink look="secondary" href={`${shop}/countries`}>
          {t('delivered.another')}
        </ButtonLink>
      </div>
      <Help order={known?.order_number} />
    </ResultCard>
  );
}
