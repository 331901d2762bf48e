import type { ReactNode } from 'react';
import { usePageContext } from '../state/page-context';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import dialog from '../ui/Dialog.module.css';
import { Amount } from '../ui/Price';
import styles from './PriceChangeDialog.module.css';

interface PriceChangeDialogProps {
  /** The amount the page showed as due and the one the server names; `undefined` keeps the dialog closed. */
  change: { before: string; now: string } | undefined;
  /** The new price's renewal, where the purchase renews. */
  renewal?: ReactNode;
  /** The confirm button's label, where confirming does not buy yet. */
  yes?: string | undefined;
  accept: () => Promise<void>;
  decline: () => void;
}

/** The price changed between page and order: the dialog shows both, and the buyer confirms before the purchase. */
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
