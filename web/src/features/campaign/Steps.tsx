import { type Campaign, useWords } from './content';
import styles from './Steps.module.css';

const NUMBERS = [1, 2, 3] as const;

/** How it works, in three numbered steps. */
export function Steps({ campaign }: { campaign: Campaign }) {
  const say = useWords(campaign);
  return (
    <section className={`container ${styles.block}`} aria-label={say('steps.title')}>
      <div className={styles.intro}>
        <h2 className={styles.title}>{say('steps.title')}</h2>
        <p className={styles.text}>{say('steps.lead')}</p>
      </div>
      <ol className={styles.steps}>
        {NUMBERS.map((number) => (
          <li key={number} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {number}
            </span>
            <h3 className={styles.name}>{say(`steps.${number}.title`)}</h3>
            <p className={styles.text}>{say(`steps.${number}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
