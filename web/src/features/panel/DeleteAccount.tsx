import { useId, useState } from 'react';
import type { AccountView } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { DeleteForm } from './DeleteForm';
import styles from './Panel.module.css';

interface DeleteAccountProps {
  account: AccountView;
  onDeleted: () => void;
}

/** The last section of the panel deletes the account; its dialog explains the consequences. */
export function DeleteAccount({ account, onDeleted }: DeleteAccountProps) {
  const { rules, t } = usePageContext();
  const heading = useId();
  const [open, setOpen] = useState(false);
  const ask = () => {
    rules.warm();
    setOpen(true);
  };
  const close = () => setOpen(false);
  return (
    <section aria-labelledby={heading} className={styles.setting}>
      <h2 id={heading} className={styles.what}>
        {t('panel.delete')}
      </h2>
      <p className={styles.quiet}>{t('panel.delete.text')}</p>
      <div className={styles.actions}>
        <Button look="secondary" onClick={ask}>
          {t('panel.delete')}
        </Button>
      </div>
      <Dialog open={open} title={t('panel.delete')} onClose={close}>
        <DeleteForm account={account} onClose={close} onDeleted={onDeleted} />
      </Dialog>
    </section>
  );
}
