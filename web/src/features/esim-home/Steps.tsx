import { useId } from 'react';
import { usePageContext } from '../../state/page-context';
import styles from './ThreeSteps.module.css';

const STEPS = [1, 2, 3] as const;

/** From choosing to being online. */
export function Steps() {
  const { t } = usePageContext();
  const heading = useId();
  return (
    <section className={`container ${styles.steps}`} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        {t('esim_home.steps')}
      </h2>
      <ol className={styles.list}>
        {STEPS.map((step) => (
          <li key={step} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {step}
            </span>
            <h3 className={styles.name}>{t(`esim_home.step.${step}`)}</h3>
            <p className={styles.text}>{t(`esim_home.step.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
