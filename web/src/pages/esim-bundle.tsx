import { Bundle } from '../features/esim-browse/Bundle';
import { Coverage } from '../features/esim-browse/Coverage';
import { Shell } from '../features/shell/Shell';
import type { EsimBundlePage } from '../rules/wire';
import { Hero } from '../sections/Hero';
import { usePageContext } from '../state/page-context';
import { Flag } from '../ui/Flag';
import styles from './Pages.module.css';

/** `/esim/bundle/{id}`: the plans of a country or region. */
export default function EsimBundle({ content }: { content: EsimBundlePage }) {
  const { t } = usePageContext();
  const { bundle } = content;
  return (
    <Shell>
      <Hero
        mark={
          <>
            <Flag code={bundle.code} kind={bundle.bundle_type} size="large" first />
            <p className={styles.kind}>{t(`bundle.kind.${bundle.bundle_type}`)}</p>
          </>
        }
        title={t('bundle.title', { place: bundle.name })}
        lead={bundle.description}
      >
        <Bundle content={content} />
      </Hero>
      <div className={styles.paper}>
        <Coverage bundle={bundle} />
      </div>
    </Shell>
  );
}
