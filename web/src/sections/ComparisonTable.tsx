import { usePageContext } from '../state/page-context';
import { Icon } from '../ui/Icon';
import styles from './ComparisonTable.module.css';
import { SectionIntro } from './SectionIntro';

/** The content of a comparison. */
export interface ComparisonContent {
  title: string;
  lead: string;
  /** The shop's own name. */
  own: string;
  others: readonly string[];
  rows: readonly {
    id: string;
    name: string;
    /** A short description below the name. */
    description?: string;
    own: boolean;
    others: readonly boolean[];
  }[];
  /** A note below the table, such as that the others are samples. */
  note?: string;
}

/** A real table: features down, providers across. With many providers, small screens scroll it sideways. */
export function ComparisonTable({ title, lead, own, others, rows, note }: ComparisonContent) {
  const { t } = usePageContext();
  return (
    <section className={`container ${styles.comparison}`} aria-label={title}>
      <SectionIntro title={title} lead={lead} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be moved must be reached by keys */}
      <section className={styles.frame} aria-label={t('compare.table', { title })} tabIndex={0}>
        <table className={others.length > 2 ? `${styles.table} ${styles.wide}` : styles.table}>
          <thead>
            <tr>
              <td />
              <th scope="col" className={styles.own}>
                <bdi>{own}</bdi>
              </th>
              {others.map((name) => (
                <th key={name} scope="col">
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  {row.name}
                  {row.description ? <span className={styles.description}>{row.description}</span> : null}
                </th>
                <td className={styles.own}>
                  <Has it={row.own} />
                </td>
                {row.others.map((has, index) => (
                  <td key={others[index]}>
                    <Has it={has} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {note ? <p className={styles.note}>{note}</p> : null}
    </section>
  );
}

function Has({ it }: { it: boolean }) {
  const { t } = usePageContext();
  return (
    <span className={it ? styles.yes : styles.no}>
      <Icon shape={it ? 'check' : 'minus'} />
      <span className="visually-hidden">{t(it ? 'compare.yes' : 'compare.no')}</span>
    </span>
  );
}
