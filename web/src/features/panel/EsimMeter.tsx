import { useId } from 'react';
import type { EsimUsage } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import styles from './EsimMeter.module.css';

/** The usage of an order's eSIM. The card does not wait for the answer, and keeps a line free for it. */
export function EsimMeter({ usage }: { usage: EsimUsage | 'unknown' | undefined }) {
  const { t } = usePageContext();
  return (
    <div className={styles.meter}>
      {usage === 'unknown' ? <p className={styles.note}>{t('panel.esim.unknown')}</p> : null}
      {typeof usage === 'object' ? <Standing usage={usage} /> : null}
    </div>
  );
}

function Standing({ usage }: { usage: EsimUsage }) {
  const { t } = usePageContext();
  const { standing, until, data } = usage;
  const date = <bdi>{until}</bdi>;
  if (standing === 'over') return <p>{t('panel.esim.over')}</p>;
  if (standing === 'not_installed') return until ? <p>{t.nodes('panel.esim.fresh', { date })}</p> : null;
  return (
    <>
      <Data usage={usage} />
      {until && standing === 'in_use' ? <p className={styles.note}>{t.nodes('panel.esim.until', { date })}</p> : null}
      {data?.counted_at ? (
        <p className={styles.note}>{t.nodes('panel.esim.counted', { time: <bdi>{data.counted_at}</bdi> })}</p>
      ) : null}
    </>
  );
}

function Data({ usage: { standing, data } }: { usage: EsimUsage }) {
  const { t } = usePageContext();
  const label = useId();
  if (!data) return <p>{t('panel.esim.in_use')}</p>;
  if (data.percent_left === undefined) return <p>{t('panel.esim.used', { used: data.used })}</p>;
  const total = data.total ?? '';
  const says =
    standing === 'used_up'
      ? t('panel.esim.used_up', { total })
      : t('panel.esim.left', { left: data.left ?? '', total });
  return (
    <>
      <p id={label} className={styles.left}>
        {says}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a styled meter element differs in every browser. */}
      <div
        className={styles.track}
        role="meter"
        aria-label={t('panel.esim.meter')}
        aria-describedby={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={data.percent_left}
      >
        <span className={styles.rest} style={{ inlineSize: `${data.percent_left}%` }} />
      </div>
    </>
  );
}
