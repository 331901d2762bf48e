import type { ReactNode } from 'react';
import type { Key, Words } from '../../i18n/words';
import { usePageContext } from '../../state/page-context';
import type { Look } from './documents';
import styles from './Passage.module.css';

interface PassageProps {
  /** Its key: the paragraphs are `<key>.1`, `<key>.2`; the points below the first are `<key>.1.1`. */
  at: string;
  title: string;
  /** The anchor that the contents link to. */
  id: string;
  look?: Look | undefined;
  /** Whether it is set apart as the section to read first. */
  isNotice?: boolean;
  slots: Record<string, ReactNode>;
}

/** The keys `<key>.1`, `<key>.2` and so on, as far as texts exist. */
function numbered(t: Words, key: string): Key[] {
  const found: Key[] = [];
  for (let next = `${key}.1`; t.has(next); next = `${key}.${found.length + 1}`) found.push(next);
  return found;
}

/** One section of a long text. */
export function Passage({ at, title, id, look = 'list', isNotice = false, slots }: PassageProps) {
  const { t } = usePageContext();
  const List = look === 'steps' ? 'ol' : 'ul';
  return (
    <section id={id} className={isNotice ? `${styles.section} ${styles.notice}` : styles.section}>
      <h2 className={styles.name}>{title}</h2>
      {numbered(t, at).map((paragraph) => {
        const points = numbered(t, paragraph);
        return (
          <div key={paragraph} className={styles.paragraph}>
            <p>{t.nodes(paragraph, slots)}</p>
            {points.length > 0 ? (
              <List className={`${styles.points} ${styles[look]}`}>
                {points.map((point) => (
                  <li key={point}>{t.nodes(point, slots)}</li>
                ))}
              </List>
            ) : null}
          </div>
        );
      })}
    </section>
  );
}
