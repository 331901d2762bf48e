import { Kept } from '../../state/Kept';
import { usePageContext } from '../../state/page-context';
import styles from './EsimFooter.module.css';
import { Popular } from './Popular';
import { PrivacyChoices } from './PrivacyChoices';
import { ThemeChoice } from './ThemeChoice';

/** The quick links of the eSIM shop. */
const LINKS = [
  ['/esim', 'esim.nav.home'],
  ['/esim/countries', 'esim.nav.countries'],
  ['/esim/tutorial', 'esim.nav.tutorial'],
  ['/esim/about', 'esim.nav.about'],
  ['/esim/privacy', 'shell.privacy'],
  ['/esim/terms', 'shell.terms'],
] as const;

/** The eSIM shop's footer: company, help, quick links, popular destinations and the colour scheme. */
export function EsimFooter() {
  return (
    <footer className={styles.footer}>
      <div className={`container ${styles.columns}`}>
        <Kept as="div" part="esim-help" className={styles.column}>
          <Help />
        </Kept>
        <Kept as="div" part="esim-links" className={styles.column}>
          <Links />
        </Kept>
        <Popular />
      </div>
      <Kept as="div" part="esim-company" className={`container ${styles.company}`}>
        <Company />
      </Kept>
    </footer>
  );
}

function Help() {
  const { page, t } = usePageContext();
  const { brand } = page;
  return (
    <>
      <h2 className={styles.title}>{t('esim.footer.help')}</h2>
      <p>
        <a href={`mailto:${brand.esim_support_email}`} dir="ltr">
          {brand.esim_support_email}
        </a>
      </p>
      <p>
        {t.nodes('esim.footer.chat', {
          app: (
            <a href={brand.chat_link} rel="noreferrer">
              <bdi>{brand.chat_name}</bdi>
            </a>
          ),
          phone: (
            <bdi dir="ltr" className={styles.phone}>
              {brand.support_phone}
            </bdi>
          ),
        })}
      </p>
      <p>{brand.support_hours}</p>
    </>
  );
}

function Links() {
  const { page, t } = usePageContext();
  return (
    <nav aria-labelledby="esim-links">
      <h2 id="esim-links" className={styles.title}>
        {t('esim.footer.links')}
      </h2>
      <ul>
        {LINKS.map(([path, name]) => (
          <li key={path}>
            <a className={styles.link} href={`${page.prefixes.esim}${path}`}>
              {t(name)}
            </a>
          </li>
        ))}
        <li>
          <a className={styles.link} href={`${page.prefixes.account}/panel`}>
            {t('esim.panel')}
          </a>
        </li>
        <li>
          <a className={styles.link} href={`${page.prefixes.vpn}/withdrawal`}>
            {t('shell.withdrawal')}
          </a>
        </li>
        <li>
          <a className={styles.link} href={`${page.prefixes.vpn}/`}>
            {t('esim.footer.vpn', { brand: page.brand.name })}
          </a>
        </li>
      </ul>
      <PrivacyChoices />
    </nav>
  );
}

function Company() {
  const { page, t } = usePageContext();
  const { brand } = page;
  return (
    <>
      <div>
        <p className={styles.entity}>
          <bdi>{brand.legal_entity}</bdi>
        </p>
        <p>
          <bdi>{brand.address}</bdi>
        </p>
        <p>
          {t.nodes('shell.registration', { number: <bdi>{brand.registration}</bdi> })}
          {' · '}
          {t.nodes('shell.vat', { number: <bdi>{brand.vat}</bdi> })}
        </p>
      </div>
      <ThemeChoice />
    </>
  );
}
