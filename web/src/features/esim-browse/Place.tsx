import { memo } from 'react';
import type { PlaceCard } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Flag } from '../../ui/Flag';
import styles from './Place.module.css';

/** A country or region: its whole card links to its plans. Rendered again only when it appears or disappears. */
export const Place = memo(function Place({ place }: { place: PlaceCard }) {
  const { page, t } = usePageContext();
  const { id, name, code, kind, from_text, hidden } = place;
  return (
    <li className={styles.item} hidden={hidden}>
      <a className={styles.card} href={`${page.prefixes.esim}/esim/bundle/${id}`}>
        <Flag code={code} kind={kind} />
        <span className={styles.name}>{name}</span>
        {kind === 'country' ? <span className={styles.code}>{code}</span> : null}
        <span className={styles.from}>
          {from_text ? t('countries.from', { price: from_text }) : t('countries.none')}
        </span>
        {from_text ? <span className={styles.buy}>{t('countries.buy')}</span> : null}
      </a>
    </li>
  );
});
