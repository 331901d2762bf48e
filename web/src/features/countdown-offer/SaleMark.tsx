import { Hourglass } from './Hourglass';
import styles from './SaleMark.module.css';

/** The picture of a sale without an end: its hourglass, with nothing to count. Decoration only. */
export function SaleMark() {
  return (
    <div className={styles.mark}>
      <Hourglass />
    </div>
  );
}
