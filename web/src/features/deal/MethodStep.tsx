import { useStore } from 'zustand';
import type { DealMethod } from '../../api/deal';
import { problemText } from '../../i18n/words';
import type { DealCard } from '../../rules/wire';
import { dealDue } from '../../state/deal-checkout';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { Amount } from '../../ui/Price';
import { Spinner } from '../../ui/Spinner';
import { Chosen } from './Chosen';
import styles from './DealSteps.module.css';
import { type Deal, methodsOf } from './useDeal';

/** Card or iDEAL, each with its charges, now and later, before the buyer chooses. */
export function MethodStep({ deal }: { deal: Deal }) {
  const context = usePageContext();
  const { page, t } = context;
  const { email, isBusy, problem, package: id, close } = useStore(deal.checkout);
  const chosen = deal.content.deals.find((one) => one.package === id);
  return (
    <div className={styles.step}>
      <Chosen deal={deal} />
      <p className={styles.small}>{t.nodes('deal.method.email', { email: <bdi>{email}</bdi> })}</p>
      {chosen
        ? methodsOf(context).map((method) => <Way key={method} deal={deal} chosen={chosen} method={method} />)
        : null}
      <p role="status" className={styles.status}>
        {isBusy ? (
          <>
            <Spinner /> {t('deal.processing')}
          </>
        ) : null}
      </p>
      <div role="alert">
        {problem ? (
          <Notice tone="bad" shape="alert">
            <p>{problemText(t, 'payment_failed')}</p>
            {explains(problem.code) ? <p className={styles.small}>{problemText(t, problem.code)}</p> : null}
          </Notice>
        ) : null}
      </div>
      <p className={styles.small}>
        {t('pay.secure')}{' '}
        {t.nodes('pay.agree', { terms: <a href={`${page.prefixes.vpn}/terms`}>{t('pay.agree.terms')}</a> })}
      </p>
      <Button look="secondary" onClick={() => close('method')}>
        {t('deal.cancel')}
      </Button>
    </div>
  );
}

/** Whether a refusal says more than that the payment failed. */
const explains = (code: string) => code !== 'payment_failed' && code !== 'something_wrong';

function Way({ deal, chosen, method }: { deal: Deal; chosen: DealCard; method: DealMethod }) {
  const { t } = usePageContext();
  const state = useStore(deal.checkout);
  const due = dealDue(chosen, method, state);
  const now = <Amount text={due.due_now_text} />;
  const charge =
    due.renewal_text === undefined
      ? t.nodes('deal.charge.ideal', { now })
      : t.nodes(`deal.charge.${chosen.billing_cycle}`, {
          now,
          months: chosen.term_months,
          renewal: <Amount text={due.renewal_text} />,
        });
  return (
    <button
      type="button"
      className={styles.way}
      // Not disabled, because that would move the focus out of the dialog.
      aria-disabled={state.isBusy || undefined}
      onClick={() => void state.pay(method)}
    >
      <span className={styles.name}>{t(`deal.method.${method}`)}</span>
      <span className={styles.charge}>{charge}</span>
    </button>
  );
}
