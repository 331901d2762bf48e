import { usePageContext } from '../../state/page-context';
import styles from './Help.module.css';
import { SupportLink } from './SupportLink';

/** The support contact for an order. */
export function Help({ order }: { order?: string | undefined }) {
  const { t } = usePageContext();
  return <p className={styles.help}>{t.nodes('result.support', { support: <SupportLink order={order} /> })}</p>;
}
