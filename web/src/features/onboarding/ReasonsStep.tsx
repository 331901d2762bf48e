import { useStore } from 'zustand';
import type { Key } from '../../i18n/words';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import choice from '../../ui/Choice.module.css';
import { Field } from '../../ui/Field';
import styles from './Choices.module.css';
import { Step, type StepProps } from './Step';

/** The longest service name that the server accepts. */
const LONGEST_SERVICE = 100;

/**
 * Step 2: the reasons. Style sheets show the service field with streaming and the button with a reason, with or without
 * scripts.
 */
export function ReasonsStep(props: StepProps) {
  const { t } = usePageContext();
  const { wizard, content } = props;
  const reasons = useStore(wizard, ({ answers }) => answers.reasons);
  const service = useStore(wizard, ({ answers }) => answers.service);
  const choose = (reason: string, chosen: boolean) =>
    wizard.getState().answer({ reasons: chosen ? [...reasons, reason] : reasons.filter((one) => one !== reason) });
  return (
    <Step {...props} name="reasons" isGroup>
      <p className={styles.hint}>{t('onboarding.reasons.hint')}</p>
      <div className={styles.choices}>
        {content.reasons.map((reason) => (
          <label key={reason} className={`${choice.frame} ${choice.flat} ${styles.choice}`}>
            <span className={styles.name}>{t(`onboarding.reason.${reason}` as Key)}</span>
            <input
              className={`${choice.mark} ${choice.square}`}
              type="checkbox"
              name="selected_reasons"
              value={reason}
              checked={reasons.includes(reason)}
              onChange={(event) => choose(reason, event.currentTarget.checked)}
            />
          </label>
        ))}
        <div className={styles.service}>
          <Field
            ref={null}
            label={t('onboarding.service')}
            hint={t('onboarding.service.hint')}
            error={undefined}
            name="streaming_service"
            maxLength={LONGEST_SERVICE}
            autoComplete="off"
            value={service}
            onChange={(event) => wizard.getState().answer({ service: event.currentTarget.value })}
          />
        </div>
      </div>
      <div className={`${styles.actions} ${styles.reasoned}`}>
        <Button look="secondary" onClick={() => wizard.getState().back()}>
          {t('onboarding.back')}
        </Button>
        <Button onClick={() => void wizard.getState().advance()}>{t('onboarding.continue')}</Button>
      </div>
    </Step>
  );
}
