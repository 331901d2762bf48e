import { useEffect, useState } from 'react';
import { openBilling } from '../../api/account';
import type { Problem } from '../../api/call';
import { leaveTo, onReturn } from '../../browser/leaving';
import { problemText } from '../../i18n/words';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import act from './Act.module.css';
import { signedOut } from './leaving';
import styles from './Outcome.module.css';

/**
 * Leads to the payment provider's page with card and invoices. Its URL works for anyone who has it, so the button
 * fetches it on demand. It is the order's main action where a charge has failed.
 */
export function BillingButton({ number, isMain = false }: { number: string; isMain?: boolean }) {
  const { page, rules, t } = usePageContext();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Problem['code']>();

  useEffect(() => onReturn(() => setBusy(false)), []);

  const open = async () => {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    const answer = await openBilling(number, page.language);
    if (answer.kind === 'ok' && (await rules.isCheckoutAddress(answer.value.url, page.checkout_hosts))) {
      leaveTo(answer.value.url);
      return;
    }
    setBusy(false);
    if (answer.kind === 'problem' && signedOut(answer.problem)) return;
    setRefusal(answer.kind === 'problem' ? answer.problem.code : 'something_wrong');
  };
  return (
    <>
      {isMain ? (
        <Button onClick={() => void open()} aria-disabled={busy || undefined}>
          {t(busy ? 'panel.billing.opening' : 'panel.past_due.card')}
        </Button>
      ) : (
        <button type="button" className={act.act} onClick={() => void open()} aria-disabled={busy || undefined}>
          {t(busy ? 'panel.billing.opening' : 'panel.billing')}
        </button>
      )}
      {refusal ? (
        <p role="alert" className={styles.error}>
          {problemText(t, refusal)}
        </p>
      ) : null}
    </>
  );
}
