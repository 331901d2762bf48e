import { useId } from 'react';
import { useStore } from 'zustand';
import { Refused } from '../../sections/Refused';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import panel from '../../ui/OrderPanel.module.css';
import { Amount } from '../../ui/Price';
import { Acknowledgement } from './Acknowledgement';
import styles from './OrderSummary.module.css';
import { type Picker, useChosenPrice } from './picker';

/** Today's total and that of every later term, right at the button that agrees to them. */
export function OrderSummary({ picker }: { picker: Picker }) {
  const { page, t } = usePageContext();
  const { checkout, content } = picker;
  const stage = useStore(checkout, (state) => state.stage);
  const price = useChosenPrice(picker);
  const plan = content.plans.find(({ product_id }) => product_id === price?.product_id);
  const reason = useId();
  const acknowledged = useStore(checkout, (state) => !picker.trial || state.acknowledged);
  const busy = stage.phase === 'submitting' || stage.phase === 'leaving';
  return (
    <section className={panel.panel} aria-label={t('pay.summary')}>
      {price && plan ? (
        <>
          <div className={styles.total} aria-live="polite">
            <p className={styles.plan}>
              {t.nodes('pay.plan', {
                brand: <bdi>{page.brand.name}</bdi>,
                name: t(picker.trial ? 'trial.plan' : `plan.name.${plan.billing_cycle}`),
              })}
            </p>
            <p className={styles.due}>
              <span>{t('pay.total')}</span>{' '}
              <span className={styles.amount}>
                <Amount text={price.due_now_text} />
              </span>
            </p>
          </div>
          <p className={panel.small}>
            {picker.trial
              ? t.nodes('trial.then', {
                  renewal: <Amount text={price.renewal_text} />,
                  date: <bdi>{picker.trial.charged_on}</bdi>,
                })
              : t.nodes(`pay.renewal.${plan.billing_cycle}`, { renewal: <Amount text={price.renewal_text} /> })}
          </p>
          {picker.explanation(price, plan)}
        </>
      ) : (
        <p className={styles.plan}>{t('pay.none')}</p>
      )}
      {picker.trial ? <Acknowledgement picker={picker} reason={reason} /> : null}
      <Button
        type="submit"
        aria-disabled={busy || !acknowledged || undefined}
        aria-describedby={picker.trial ? reason : undefined}
      >
        {t(busy ? 'pay.wait' : picker.button)}
      </Button>
      <Refused problem={stage.phase === 'refused' ? stage.problem : undefined} />
      <span role="status" className="visually-hidden">
        {busy ? t('pay.wait') : ''}
      </span>
      <p className={panel.secure}>
        <Icon shape="lock" />
        <span>
          {t(picker.trial ? 'trial.secure' : 'pay.secure')}{' '}
          {t.nodes(picker.trial ? 'trial.agree' : 'pay.agree', {
            terms: <a href={`${page.prefixes.vpn}/terms`}>{t('pay.agree.terms')}</a>,
          })}
        </span>
      </p>
    </section>
  );
}
