import { useShop } from '../../state/shop';
import { Icon } from '../../ui/Icon';
import styles from './Includes.module.css';

/** What comes with every plan, so that the cards need not repeat it. */
export function Includes() {
  const { page, t } = useShop();
  const { devices, devices_at_once, locations } = page.brand.claims;
  const items = [
    t('include.devices', { devices, at_once: devices_at_once }),
    t('include.locations', { locations }),
    t('include.calls'),
    t('include.streaming'),
    t('include.encryption'),
    t('include.kill_switch'),
    t('include.apps'),
    t('include.support'),
  ];
  return (
    <section className={`container ${styles.includes}`} aria-labelledby="includes">
      <div className={styles.intro}>
        <h2 id="includes" className={styles.title}>
          {t('include.title')}
        </h2>
        <p className={styles.lead}>{t('include.lead')}</p>
      </div>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item} className={styles.item}>
            <Icon shape="check" />
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
