import { useStore } from 'zustand';
import { problemText } from '../../i18n/words';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { EmailField } from '../../ui/EmailField';
import { Icon } from '../../ui/Icon';
import styles from './Choices.module.css';
import { Step, type StepProps } from './Step';

/** Step 3: the address, the consequences of joining, and the button. */
export function EmailStep(props: StepProps) {
  const { page, rules, t } = usePageContext();
  const { wizard } = props;
  const { answers, busy, problem, step } = useStore(wizard);
  const support = page.brand.support_email;
  return (
    <Step {...props} name="email">
      <EmailField
        ref={null}
        label={t('onboarding.email')}
        hint={t('onboarding.email.hint')}
        error={problem && step === 'email' ? problemText(t, problem) : undefined}
        readOnly={busy}
        value={answers.email}
        onFocus={rules.warm}
        onChange={(event) => wizard.getState().answer({ email: event.currentTarget.value })}
      />
      <p className={styles.consent}>
        <Icon shape="lock" />
        <span>
          {t.nodes('onboarding.consent', {
            brand: <bdi>{page.brand.name}</bdi>,
            support: (
              <a href={`mailto:${support}`} dir="ltr">
                {support}
              </a>
            ),
          })}
        </span>
      </p>
      <div className={`${styles.actions} ${styles.last}`}>
        <Button look="secondary" onClick={() => wizard.getState().back()}>
          {t('onboarding.back')}
        </Button>
        <Button type="submit" aria-disabled={busy || undefined}>
          {t(busy && step === 'email' ? 'onboarding.wait' : 'onboarding.join')}
        </Button>
      </div>
    </Step>
  );
}
