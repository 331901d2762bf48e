import { usePageContext } from '../../state/page-context';
import styles from './NextSteps.module.css';
import { SupportLink } from './SupportLink';

/** How a buyer of a deal gets the eSIM that comes with it. */
export function EsimNote({ order }: { order: string | undefined }) {
  const { t } = usePageContext();
  return (
    <section className={styles.note}>
      <h2 className={styles.name}>{t('deal.esim')}</h2>
      <p className={styles.text}>{t.nodes('deal.esim.text', { support: <SupportLink order={order} /> })}</p>
    </section>
  );
}
