import { Countries } from '../features/esim-browse/Countries';
import { Shell } from '../features/shell/Shell';
import type { EsimCountriesPage } from '../rules/wire';
import { Hero } from '../sections/Hero';
import { usePageContext } from '../state/page-context';

/** `/esim/countries`: the places with data plans. */
export default function EsimCountries({ content }: { content: EsimCountriesPage }) {
  const { t } = usePageContext();
  return (
    <Shell>
      <Hero title={t('countries.title')} lead={t('countries.lead')}>
        <Countries content={content} />
      </Hero>
    </Shell>
  );
}
