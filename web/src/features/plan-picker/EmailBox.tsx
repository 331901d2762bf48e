import type { RefObject } from 'react';
import { useStore } from 'zustand';
import { problemText } from '../../i18n/words';
import { isBusy } from '../../state/checkout';
import { usePageContext } from '../../state/page-context';
import { EmailField } from '../../ui/EmailField';
import { Icon } from '../../ui/Icon';
import styles from './EmailBox.module.css';
import { OrderSummary } from './OrderSummary';
import type { Picker } from './picker';

interface EmailBoxProps {
  picker: Picker;
  field: RefObject<HTMLInputElement | null>;
  /** Called at the first touch of the form: the rules are needed soon. */
  onTouched: () => void;
}

/** The address for the receipt, the price, and the button. */
export function EmailBox({ picker, field, onTouched }: EmailBoxProps) {
  const { page, t } = usePageContext();
  const problem = useStore(picker.checkout, (state) => state.emailProblem);
  const busy = useStore(picker.checkout, isBusy);
  const days = page.brand.claims.guarantee_days;
  return (
    <div className={styles.box}>
      <div className={styles.email}>
        <h2 className={styles.title}>{t(picker.trial ? 'trial.email' : 'pay.title')}</h2>
        <EmailField
          ref={field}
          label={t('pay.email')}
          hint={t('pay.email.hint')}
          error={problem === undefined ? undefined : problemText(t, problem)}
          required
          // Not disabled, because pressing Enter here would then lose the focus to outside the form.
          readOnly={busy}
          onFocus={onTouched}
          onPointerDown={onTouched}
          onInput={picker.checkout.getState().typed}
        />
        {picker.trial ? (
          <p className={styles.rule}>
            {t('trial.rule')}{' '}
            {t.nodes('trial.cancel', {
              date: <bdi>{picker.trial.charged_on}</bdi>,
              panel: <a href={`${page.prefixes.account}/panel`}>{t('trial.cancel.panel')}</a>,
            })}
          </p>
        ) : null}
        <div className={styles.guarantee}>
          <Icon shape="shield" />
          <div>
            <p className={styles.promise}>{t('pay.guarantee', { days })}</p>
            <p>{t('pay.guarantee.text', { days })}</p>
          </div>
        </div>
      </div>
      <OrderSummary picker={picker} />
    </div>
  );
}
