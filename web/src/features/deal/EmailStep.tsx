import { type SubmitEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { problemText } from '../../i18n/words';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { EmailField } from '../../ui/EmailField';
import { Chosen } from './Chosen';
import styles from './DealSteps.module.css';
import type { Deal } from './useDeal';

/** The address for the receipt and the eSIM. */
export function EmailStep({ deal }: { deal: Deal }) {
  const { rules, t } = usePageContext();
  const problem = useStore(deal.checkout, (state) => state.emailProblem);
  const { email, typed, giveEmail, close } = deal.checkout.getState();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (problem) field.current?.focus();
  }, [problem]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void giveEmail(field.current?.value ?? '');
  };

  return (
    <form method="dialog" noValidate onSubmit={submit} className={styles.step}>
      <Chosen deal={deal} />
      <EmailField
        ref={field}
        label={t('pay.email')}
        hint={t('deal.email.hint')}
        error={problem === undefined ? undefined : problemText(t, problem)}
        required
        defaultValue={email}
        onFocus={rules.warm}
        onInput={typed}
      />
      <div className={styles.choices}>
        <Button type="submit">{t('deal.continue')}</Button>
        <Button look="secondary" onClick={() => close('email')}>
          {t('deal.cancel')}
        </Button>
      </div>
    </form>
  );
}
