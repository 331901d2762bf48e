import { Kept } from '../../state/Kept';
import { usePageContext } from '../../state/page-context';
import { Icon } from '../../ui/Icon';
import styles from './EsimMenu.module.css';

/** The pages of the eSIM shop's menu, by their paths. */
const PAGES = [
  ['/esim', 'esim.nav.home'],
  ['/esim/countries', 'esim.nav.countries'],
  ['/esim/tutorial', 'esim.nav.tutorial'],
] as const;

/** The eSIM shop's menu: links in a row, or behind a button on a narrow screen. */
export function EsimMenu() {
  return (
    <Kept as="div" part="esim-menu" className={styles.menu}>
      <Menu />
    </Kept>
  );
}

function Menu() {
  const { t } = usePageContext();
  return (
    <>
      <nav className={styles.row} aria-label={t('esim.nav')}>
        <Links />
      </nav>
      <button type="button" className={styles.toggle} popoverTarget="esim-menu">
        <Icon shape="menu" />
        <span className="visually-hidden">{t('esim.nav')}</span>
      </button>
      <nav id="esim-menu" popover="auto" className={styles.list} aria-label={t('esim.nav')}>
        <Links />
      </nav>
    </>
  );
}

function Links() {
  const { page, t } = usePageContext();
  return (
    <ul className={styles.links}>
      {PAGES.map(([path, name]) => (
        <li key={path}>
          <a
            className={styles.link}
            href={`${page.prefixes.esim}${path}`}
            aria-current={page.path === path ? 'page' : undefined}
          >
            {t(name)}
          </a>
        </li>
      ))}
    </ul>
  );
}
