import { Kept } from '../../state/Kept';
import { usePageContext } from '../../state/page-context';
import styles from './Footer.module.css';
import { PrivacyChoices } from './PrivacyChoices';
import { ThemeChoice } from './ThemeChoice';

/** The company, its long texts and the colour scheme. */
export function Footer() {
  return (
    <Kept as="footer" part="footer" id="contact" className={styles.footer}>
      <Columns />
    </Kept>
  );
}

function Columns() {
  const { page, t } = usePageContext();
  const { brand, prefixes } = page;
  return (
    <div className={`container ${styles.columns}`}>
      <div className={styles.company}>
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
        <p>
          <a href={`mailto:${brand.support_email}`} dir="ltr">
            {brand.support_email}
          </a>
        </p>
      </div>
      <nav aria-label={t('shell.footer.links', { brand: brand.name })}>
        <ul className={styles.links}>
          <li>
            <a href={`${prefixes.vpn}/terms`}>{t('shell.terms')}</a>
          </li>
          <li>
            <a href={`${prefixes.vpn}/privacy-policy`}>{t('shell.privacy')}</a>
          </li>
          <li>
            <a href={`${prefixes.vpn}/support`}>{t('shell.support')}</a>
          </li>
          <li>
            <a href={`${prefixes.vpn}/withdrawal`}>{t('shell.withdrawal')}</a>
          </li>
          <li>
            <a href={`${prefixes.account}/panel`}>{t('shell.panel')}</a>
          </li>
        </ul>
        <PrivacyChoices />
      </nav>
      <ThemeChoice />
    </div>
  );
}
