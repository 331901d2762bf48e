import styles from './Spinner.module.css';

/** Shows that something is in progress; the words beside it say what. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
