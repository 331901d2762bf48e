import { useStore } from 'zustand';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import choice from '../../ui/Choice.module.css';
import { Icon } from '../../ui/Icon';
import type { Shape } from '../../ui/shapes';
import styles from './Choices.module.css';
import { Step, type StepProps } from './Step';

/** The devices' icons; one that is not listed looks like a computer. */
const SHAPES: Record<string, Shape> = { ios: 'device', android: 'device' };

/** Step 1: the device. */
export function DeviceStep(props: StepProps) {
  const { t } = usePageContext();
  const { wizard, content } = props;
  const device = useStore(wizard, ({ answers }) => answers.device);
  return (
    <Step {...props} name="device" isGroup>
      <div className={styles.choices}>
        {content.devices.map(({ code, name }) => (
          <label key={code} className={`${choice.frame} ${choice.flat} ${styles.choice}`}>
            <Icon shape={SHAPES[code] ?? 'monitor'} />
            <span className={styles.name}>{name}</span>
            <input
              className={choice.mark}
              type="radio"
              name="selected_device"
              value={code}
              checked={device === code}
              onChange={() => wizard.getState().answer({ device: code })}
            />
          </label>
        ))}
      </div>
      <div className={styles.actions}>
        <Button onClick={() => void wizard.getState().advance()}>{t('onboarding.continue')}</Button>
      </div>
    </Step>
  );
}
