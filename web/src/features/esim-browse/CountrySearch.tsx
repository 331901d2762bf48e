import type { ChangeEvent, SubmitEvent } from 'react';
import type { EsimCountriesPage } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Icon } from '../../ui/Icon';
import { Select } from '../../ui/Select';
import styles from './CountrySearch.module.css';
import { ORDERS, type Order, type useCountries } from './useCountries';

interface CountrySearchProps {
  content: EsimCountriesPage;
  countries: ReturnType<typeof useCountries>;
}

/**
 * The search, the sort order, and the number of results. Without scripts the form is submitted, and the server
 * searches.
 */
export function CountrySearch({ content, countries }: CountrySearchProps) {
  const { page, t } = usePageContext();
  const { count, order, sortBy, search, isHere, field } = countries;

  const submit = (event: SubmitEvent) => {
    if (isHere()) event.preventDefault();
  };

  return (
    <search>
      <form className={styles.form} action={`${page.prefixes.esim}/esim/countries`} onSubmit={submit}>
        <label className={styles.search}>
          <span className="visually-hidden">{t('countries.search')}</span>
          <Icon shape="search" />
          <input
            ref={field}
            className={styles.input}
            type="search"
            name="q"
            defaultValue={content.query}
            placeholder={t('countries.search')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            enterKeyHint="search"
            onInput={({ currentTarget }) => search(currentTarget.value)}
          />
        </label>
        <div className={styles.row}>
          <p role="status" className={count === 0 ? styles.nothing : styles.count}>
            {count === 0 ? t('problem.no_countries_found') : t('countries.count', { count })}
          </p>
          {count === 0 ? null : (
            <p className={styles.jump}>
              <a href="#countries">{t('countries.list')}</a>
              <a href="#regions">{t('countries.regions')}</a>
            </p>
          )}
          <span className={styles.sort}>
            <Select
              label={t('countries.sort')}
              value={order}
              autoComplete="off"
              onChange={(event: ChangeEvent<HTMLSelectElement>) => sortBy(event.currentTarget.value as Order)}
            >
              {ORDERS.map((name) => (
                <option key={name} value={name}>
                  {t(`countries.sort.${name}`)}
                </option>
              ))}
            </Select>
          </span>
        </div>
      </form>
    </search>
  );
}
