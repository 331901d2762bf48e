import type { PriceLabel } from '../rules/wire';
import styles from './Price.module.css';

/** An amount within a sentence, unbroken and isolated from the direction of the words around it. */
export function Amount({ text }: { text: string }) {
  return <bdi className={styles.amount}>{text}</bdi>;
}

/** A large price: a prominent figure, a small symbol. Its pieces follow the page's direction. */
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
