import type { ReactNode } from 'react';
import { usePageContext } from '../state/page-context';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import dialog from '../ui/Dialog.module.css';
import { Amount } from '../ui/Price';
import styles from './PriceChangeDialog.module.css';

interface PriceChangeDialogProps {
  /** What the page showed as due and what the server says is due; `undefined` keeps the dialog closed. */
  change: { before: string; now: string } | undefined;
  /** What the new price renews at, where the purchase renews. */
  renewal?: ReactNode;
  /** What the yes says, where it does not buy yet. */
  yes?: string | undefined;
  accept: () => Promise<void>;
  decline: () => void;
}

/** The price changed between page and order: the dialog shows both, and the buyer confirms before anything is bought. */
export function PriceChangeDialog({ change, renewal, yes, accept, decline }: PriceChangeDialogProps) {
  const { t } = usePageContext();
  return (
    <Dialog open={change !== undefined} title={t('repriced.title')} onClose={decline}>
      {change ? (
        <>
          <p>{t('repriced.text')}</p>
          <dl className={styles.prices}>
            <dt>{t('repriced.before')}</dt>
            <dd>
              <s>
                <Amount text={change.before} />
              </s>
            </dd>
            <dt>{t('repriced.now')}</dt>
            <dd className={styles.now}>
              <Amount text={change.now} />
            </dd>
          </dl>
          {renewal ? <p className={styles.renewal}>{renewal}</p> : null}
          <div className={dialog.choices}>
            <Button onClick={() => void accept()}>
              {yes ?? <span>{t.nodes('repriced.confirm', { price: <Amount text={change.now} /> })}</span>}
            </Button>
            {yes === undefined ? (
              <Button look="secondary" onClick={decline}>
                {t('repriced.decline')}
              </Button>
            ) : null}
          </div>
        </>
      ) : null}
    </Dialog>
  );
}
