import type { Key } from '../../i18n/words';
import { useShop } from '../../state/shop';
import styles from './DocumentText.module.css';
import { useSlots } from './slots';

/** The sections of each text, in reading order. */
const SECTIONS = {
  panel: ['how', 'end', 'withdraw'],
} as const satisfies Record<string, readonly string[]>;

/** Which text. */
type Document = keyof typeof SECTIONS;

/** A plain text of the shop. */
export function DocumentText({ document }: { document: Document }) {
  const { t } = useShop();
  const slots = useSlots();
  return (
    <article className={`container ${styles.document}`}>
      <h1 className={styles.title}>{t(`doc.${document}.title`)}</h1>
      {SECTIONS[document].map((section) => (
        <section key={section} className={styles.section}>
          <h2 className={styles.name}>{t(`doc.${document}.${section}.title` as Key)}</h2>
          <p>{t.nodes(`doc.${document}.${section}.text` as Key, slots)}</p>
        </section>
      ))}
    </article>
  );
}
