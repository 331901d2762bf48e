import type { CodeNotice } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Notice } from '../../ui/Notice';
import styles from './CodeLine.module.css';

/** The state of the discount code in the address, and the reason. */
export function CodeLine({ notice }: { notice: CodeNotice | undefined }) {
  const { t } = usePageContext();
  if (!notice) return null;
  const code = notice.code ? <bdi className={styles.code}>{notice.code}</bdi> : '';
  const applied = notice.state === 'applied';
  return (
    <div className={`container ${styles.line}`} role="status">
      <Notice tone={applied ? 'good' : 'plain'} shape={applied ? 'tag' : 'alert'}>
        <p>{t.nodes(`code.${notice.state}`, { code })}</p>
      </Notice>
    </div>
  );
}
