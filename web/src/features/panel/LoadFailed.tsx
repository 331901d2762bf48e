import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import styles from './LoadFailed.module.css';

/** What could not be loaded, and a retry where it may help. */
export function LoadFailed({ text, onRetry }: { text: string; onRetry: (() => void) | undefined }) {
  const { t } = usePageContext();
  return (
    <Notice tone="bad" shape="alert">
      <div className={styles.failed}>
        <p role="alert">{text}</p>
        {onRetry ? (
          <Button look="secondary" onClick={onRetry}>
            {t('result.retry')}
          </Button>
        ) : null}
      </div>
    </Notice>
  );
}
