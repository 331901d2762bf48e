import { useEffect, useRef } from 'react';
import { problemText } from '../../i18n/words';
import type { WithdrawalPage } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { EmailField } from '../../ui/EmailField';
import { Field } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import styles from './Withdrawal.module.css';

/** The longest stored name. */
const MAX_NAME = 100;

/** Step 1: the order, and the address for its receipt. */
export function StatementForm({ content }: { content: WithdrawalPage }) {
  const { page, t } = usePageContext();
  const { typed, problem = '' } = content;
  const form = useRef<HTMLFormElement>(null);
  const refused = problem ? problemText(t, problem) : undefined;
  const ofNumber = problem === 'order_number_invalid';
  const ofEmail = problem.startsWith('email_');

  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid], [role="alert"]')?.focus();
  }, [problem]);

  return (
    <>
      <p className={styles.lead}>{t.nodes('withdrawal.lead', { brand: <bdi>{page.brand.name}</bdi> })}</p>
      <form ref={form} method="post" action={`${page.prefixes.vpn}/withdrawal`} noValidate className={styles.form}>
        {refused && !ofNumber && !ofEmail ? (
          <p role="alert" tabIndex={-1} className={styles.problem}>
            <Icon shape="alert" />
            {refused}
          </p>
        ) : null}
        <Field
          ref={null}
          name="order_number"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          label={t('withdrawal.order')}
          hint={t('withdrawal.order.hint')}
          error={ofNumber ? refused : undefined}
          defaultValue={typed.order_number}
        />
        <EmailField
          ref={null}
          label={t('withdrawal.email')}
          hint={t('withdrawal.email.hint')}
          error={ofEmail ? refused : undefined}
          defaultValue={typed.email}
        />
        <Field
          ref={null}
          name="name"
          autoComplete="name"
          maxLength={MAX_NAME}
          label={t('withdrawal.name')}
          hint={t('withdrawal.name.hint')}
          error={undefined}
          defaultValue={typed.name}
        />
        <Button type="submit" name="step" value="review">
          {t('withdrawal.review')}
        </Button>
      </form>
    </>
  );
}
