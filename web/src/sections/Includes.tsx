import { Icon } from '../ui/Icon';
import styles from './Includes.module.css';
import { SectionIntro } from './SectionIntro';

/** The content of a list of inclusions. */
export interface IncludesContent {
  title: string;
  lead: string;
  items: readonly string[];
}

/** What every plan includes, so that the cards need not repeat it. */
export function Includes({ title, lead, items }: IncludesContent) {
  return (
    <section className={`container ${styles.includes}`} aria-label={title}>
      <SectionIntro title={title} lead={lead} place="beside" />
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item} className={styles.item}>
            <Icon shape="check" />
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
