import { problemText } from '../i18n/words';
import { usePageContext } from '../state/page-context';
import { Notice } from '../ui/Notice';
import styles from '../ui/OrderPanel.module.css';

interface Refusal {
  code: Parameters<typeof problemText>[1];
  body?: { request_id: string } | undefined;
}

/** Why the order was refused, announced when it appears. It is below the button, which must not move. */
export function Refused({ problem }: { problem: Refusal | undefined }) {
  const { t } = usePageContext();
  return (
    <div role="alert">
      {problem ? (
        <Notice tone="bad" shape="alert">
          <p>{problemText(t, problem.code)}</p>
          {problem.body ? (
            <p className={styles.reference}>{t('shell.reference', { id: problem.body.request_id })}</p>
          ) : null}
        </Notice>
      ) : null}
    </div>
  );
}
