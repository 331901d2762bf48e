import type { ReactNode } from 'react';
import type { EsimCountriesPage, PlaceCard } from '../../rules/wire';
import { Kept } from '../../state/Kept';
import { usePageContext } from '../../state/page-context';
import styles from './Countries.module.css';
import { CountrySearch } from './CountrySearch';
import { Place } from './Place';
import { useCountries } from './useCountries';

/** Every place with data plans, with a search and two sort orders. */
export function Countries({ content }: { content: EsimCountriesPage }) {
  const { t } = usePageContext();
  const countries = useCountries(content);
  const { places, count } = countries;
  const isRegion = ({ kind }: PlaceCard) => kind !== 'country';
  const lists = (
    <>
      <Group id="countries" title={t('countries.list')} places={places.filter((place) => !isRegion(place))} />
      <Group id="regions" title={t('countries.regions')} places={places.filter(isRegion)} />
    </>
  );
  return (
    <div className={`container ${styles.countries}`}>
      <CountrySearch content={content} countries={countries} />
      {count === 0 ? null : <Lists content={content}>{lists}</Lists>}
    </div>
  );
}

/**
 * The cards' content. Rendering two hundred of them takes most of the page's time, and all visitors see the same ones.
 */
const factsOf = (places: readonly PlaceCard[]) =>
  places.map(({ id, name, code, kind, from_text }) => `${id} ${name} ${code} ${kind} ${from_text}`).join();

/** The lists as the server cached them, except those of a search: there would be as many as visitors think of. */
function Lists({ content: { query, places }, children }: { content: EsimCountriesPage; children: ReactNode }) {
  if (query) return <div className={styles.lists}>{children}</div>;
  return (
    <Kept as="div" className={styles.lists} part="countries" facts={() => factsOf(places)}>
      {children}
    </Kept>
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
