import { useShop } from '../../state/shop';
import styles from './Help.module.css';
import { SupportLink } from './SupportLink';

/** Where to write about an order. */
export function Help({ order }: { order?: string | undefined }) {
  const { t } = useShop();
  return <p className={styles.help}>{t.nodes('result.support', { support: <SupportLink order={order} /> })}</p>;
}
