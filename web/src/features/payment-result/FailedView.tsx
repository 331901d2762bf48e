import type { ReactNode } from 'react';
import { usePageContext } from '../../state/page-context';
import styles from './FailedView.module.css';
import { ResultCard } from './ResultCard';

const CAUSES = ['failed.funds', 'failed.card', 'failed.declined', 'failed.temporary'] as const;

interface FailedViewProps {
  /** The links back to the same offer. */
  actions: ReactNode;
  /** The contact for support. */
  help?: ReactNode;
  /** The known facts of the attempt. */
  children?: ReactNode;
}

/** The payment was not made: the possible reasons, and the link back to the same offer. */
export function FailedView({ actions, help, children }: FailedViewProps) {
  const { t } = usePageContext();
  return (
    <ResultCard tone="bad" mark="alert" title={t('failed.title')} announces>
      <p>{t('failed.text')}</p>
      <ul className={styles.causes}>
        {CAUSES.map((cause) => (
          <li key={cause}>{t(cause)}</li>
        ))}
      </ul>
      {children}
      {actions}
      <p className={styles.settles}>{t('failed.settles')}</p>
      {help}
    </ResultCard>
  );
}
