import type { Key } from '../../i18n/words';
import type { TutorialPage } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Devices } from './Devices';
import styles from './DocumentText.module.css';
import { useSlots } from './slots';

/** The sections with the number of their steps, in reading order; the devices stand after the first. */
const BEFORE = [['before', 3]] as const;
const AFTER = [
  ['iphone', 4],
  ['android', 4],
  ['after', 2],
] as const;

/** How to install an eSIM, from the letter with its QR code. */
export function Tutorial({ content }: { content: TutorialPage }) {
  const { t } = usePageContext();
  const { esim_support: support, chat: app, phone, hours } = useSlots();
  return (
    <article className={`container ${styles.document}`}>
      <h1 className={styles.title}>{t('tutorial.title')}</h1>
      <p>{t('tutorial.lead')}</p>
      <Sections of={BEFORE} />
      <Devices content={content} />
      <Sections of={AFTER} />
      <section className={styles.section}>
        <h2 className={styles.name}>{t('tutorial.help')}</h2>
        <p>{t.nodes('tutorial.help.text', { support })}</p>
        <p>{t.nodes('tutorial.help.chat', { app, phone, hours })}</p>
      </section>
    </article>
  );
}

function Sections({ of }: { of: readonly (readonly ['before' | 'iphone' | 'android' | 'after', number])[] }) {
  const { t } = usePageContext();
  return of.map(([section, count]) => (
    <section key={section} className={styles.section}>
      <h2 className={styles.name}>{t(`tutorial.${section}`)}</h2>
      <ol className={styles.steps}>
        {Array.from({ length: count }, (_, index) => `tutorial.${section}.${index + 1}` as Key).map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
    </section>
  ));
}
