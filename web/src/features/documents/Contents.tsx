import { usePageContext } from '../../state/page-context';
import { Icon } from '../../ui/Icon';
import styles from './Contents.module.css';

/** Links to each section: beside the text where there is room, folded away above it on a phone. */
export function Contents({ sections }: { sections: readonly { id: string; title: string }[] }) {
  const { t } = usePageContext();
  const links = (
    <ol className={styles.links}>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a className={styles.link} href={`#${id}`}>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <details className={styles.folded}>
        <summary className={styles.summary}>
          {t('doc.contents')}
          <Icon shape="chevron" />
        </summary>
        {links}
      </details>
      <nav className={styles.beside} aria-label={t('doc.contents')}>
        <p className={styles.title}>{t('doc.contents')}</p>
        {links}
      </nav>
    </>
  );
}
