import { useShop } from '../../state/shop';
import { Icon } from '../../ui/Icon';
import type { Shape } from '../../ui/shapes';
import styles from './Tiles.module.css';

const TILES = [
  ['logs', 'eyeOff'],
  ['encryption', 'lock'],
  ['calls', 'phone'],
  ['support', 'headphones'],
] as const satisfies readonly (readonly [string, Shape])[];

/** Four reasons, in a sentence each. */
export function Tiles() {
  const { page, t } = useShop();
  const days = page.brand.claims.guarantee_days;
  return (
    <section className={`container ${styles.tiles}`} aria-labelledby="reasons">
      <h2 id="reasons" className={styles.title}>
        {t('tile.title')}
      </h2>
      <ul className={styles.grid}>
        {TILES.map(([name, shape]) => (
          <li key={name} className={styles.tile}>
            <span className={styles.mark}>
              <Icon shape={shape} />
            </span>
            <h3 className={styles.name}>{t(`tile.${name}.title`)}</h3>
            <p className={styles.text}>{t(`tile.${name}.text`, { days })}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
