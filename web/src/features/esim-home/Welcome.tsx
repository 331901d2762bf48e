import type { EsimHomePage } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import { Flag } from '../../ui/Flag';
import { Icon } from '../../ui/Icon';
import { Amount } from '../../ui/Price';
import { Arrival } from './Arrival';
import styles from './Welcome.module.css';

/** The first screen: the product, its lowest price, and the link to the countries. */
export function Welcome({ content }: { content: EsimHomePage }) {
  const { page, t } = usePageContext();
  const { countries, regions, month, places } = content;
  const shop = `${page.prefixes.esim}/esim`;
  return (
    <div className={styles.welcome}>
      <div className={`container ${styles.stage}`}>
        <div className={styles.words}>
          <h1 className={styles.title}>{t('esim_home.title')}</h1>
          <p className={styles.lead}>{t('esim_home.lead', { countries, regions })}</p>
          {month ? (
            <p className={styles.from}>
              {t.nodes('esim_home.from', {
                data: <bdi>{month.data_text}</bdi>,
                days: <bdi>{month.days_text}</bdi>,
                price: <Amount text={month.price_text} />,
              })}
            </p>
          ) : null}
          <div className={styles.actions}>
            <ButtonLink href={`${shop}/countries`}>
              {t('esim_home.action')}
              <Icon shape="arrow" mirrors />
            </ButtonLink>
            <a className={styles.tutorial} href={`${shop}/tutorial`}>
              {t('esim_home.tutorial')}
            </a>
          </div>
        </div>
        <Arrival />
      </div>
      <nav className={`container ${styles.popular}`} aria-label={t('esim_home.popular')}>
        <p className={styles.many}>{t('esim_home.popular')}</p>
        <ul className={styles.places}>
          {places.map(({ id, name, code, kind }) => (
            <li key={id}>
              <a className={styles.place} href={`${shop}/bundle/${id}`}>
                <Flag code={code} kind={kind} first />
                <span className={styles.placeName}>{name}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
