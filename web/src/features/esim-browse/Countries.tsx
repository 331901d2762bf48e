import type { EsimCountriesPage, PlaceCard } from '../../rules/wire';
import { useShop } from '../../state/shop';
import styles from './Countries.module.css';
import { CountrySearch } from './CountrySearch';
import { Place } from './Place';
import { useCountries } from './useCountries';

/** Every place that data is sold for, with a search and two orders. */
export function Countries({ content }: { content: EsimCountriesPage }) {
  const { t } = useShop();
  const countries = useCountries(content);
  const { places, count } = countries;
  const isRegion = ({ kind }: PlaceCard) => kind !== 'country';
  return (
    <div className={`container ${styles.countries}`}>
      <CountrySearch content={content} countries={countries} />
      {count === 0 ? null : (
        <>
          <Group id="countries" title={t('countries.list')} places={places.filter((place) => !isRegion(place))} />
          <Group id="regions" title={t('countries.regions')} places={places.filter(isRegion)} />
        </>
      )}
    </div>
  );
}

interface GroupProps {
  id: string;
  title: string;
  places: readonly PlaceCard[];
}

function Group({ id, title, places }: GroupProps) {
  const isEmpty = places.every(({ hidden }) => hidden);
  return (
    <section id={id} className={styles.group} aria-label={title} hidden={isEmpty}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.grid}>
        {places.map((place) => (
          <Place key={place.id} place={place} />
        ))}
      </ul>
    </section>
  );
}
