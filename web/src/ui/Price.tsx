import type { PriceLabel } from '../rules/wire';
import styles from './Price.module.css';

/** An amount inside a sentence, kept together and apart from the direction of the words around it. */
export function Amount({ text }: { text: string }) {
  return <bdi className={styles.amount}>{text}</bdi>;
}

/** A large price: the figure carries, the symbol is small. Its pieces stand in the direction of the page. */
export function Price({ label }: { label: PriceLabel }) {
  const symbol = <span className={styles.symbol}>{label.symbol}</span>;
  return (
    <span className={styles.price}>
      {label.symbol_first ? symbol : null}
      {label.symbol_first ? ' ' : null}
      <span className={styles.figure}>{label.amount}</span>
      {label.symbol_first ? null : ' '}
      {label.symbol_first ? null : symbol}
    </span>
  );
}
