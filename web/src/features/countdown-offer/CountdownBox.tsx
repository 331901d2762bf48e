import { usePageContext } from '../../state/page-context';
import styles from './CountdownBox.module.css';
import { Hourglass } from './Hourglass';
import type { Left } from './useCountdown';

const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const;

interface CountdownBoxProps {
  left: Left;
  /** The end as text, readable where nothing counts. */
  end: string;
}

/** The remaining time of an offer. Screen readers announce it once a minute; when it ends, the box disappears. */
export function CountdownBox({ left, end }: CountdownBoxProps) {
  const { t } = usePageContext();
  // Hidden but not removed, so that nothing below it moves.
  const isGone = left.state === 'over' || left.state === 'unable';
  const parts = left.state === 'runs' ? left.parts : undefined;
  const [days = '', hours = '', minutes = ''] = parts ?? [];
  const spoken = { days: Number(days), hours: Number(hours), minutes: Number(minutes) };
  return (
    <section className={isGone ? `${styles.box} ${styles.gone}` : styles.box} aria-label={t('sale.ends')}>
      <Hourglass />
      <div className={styles.words}>
        <h2 className={styles.title}>{t('sale.ends')}</h2>
        <p className={styles.parts} aria-hidden="true">
          {UNITS.map((unit, index) => (
            <span key={unit} className={styles.part}>
              <span className={styles.figure} data-unit={unit}>
                {parts?.[index] ?? '\u2007\u2007'}
              </span>
              <span className={styles.unit}>{t(`sale.${unit}`)}</span>
            </span>
          ))}
        </p>
        <noscript>
          <p className={styles.unit}>{t('sale.noscript', { end })}</p>
        </noscript>
        <p className="visually-hidden" role="timer" aria-live="polite">
          {parts ? t('sale.left', spoken) : ''}
        </p>
      </div>
    </section>
  );
}
