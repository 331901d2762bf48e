import type { Key } from '../../i18n/words';
import { useShop } from '../../state/shop';
import styles from './DocumentText.module.css';

/** The sections with the number of their steps, in reading order. */
const SECTIONS = [
  ['before', 3],
  ['iphone', 4],
  ['android', 4],
  ['after', 2],
] as const;

/** How to install an eSIM, from the letter with its QR code. */
export function Tutorial() {
  const { page, t } = useShop();
  const support = page.brand.support_email;
  return (
    <article className={`container ${styles.document}`}>
      <h1 className={styles.title}>{t('tutorial.title')}</h1>
      <p>{t('tutorial.lead')}</p>
      {SECTIONS.map(([section, count]) => (
        <section key={section} className={styles.section}>
          <h2 className={styles.name}>{t(`tutorial.${section}`)}</h2>
          <ol className={styles.steps}>
            {Array.from({ length: count }, (_, index) => `tutorial.${section}.${index + 1}` as Key).map((step) => (
              <li key={step}>{t(step)}</li>
            ))}
          </ol>
        </section>
      ))}
      <section className={styles.section}>
        <h2 className={styles.name}>{t('tutorial.help')}</h2>
        <p>
          {t.nodes('tutorial.help.text', {
            support: (
              <a href={`mailto:${support}`} dir="ltr">
                {support}
              </a>
            ),
          })}
        </p>
      </section>
    </article>
  );
}
