import { Icon } from '../ui/Icon';
import type { Shape } from '../ui/shapes';
import styles from './Tiles.module.css';

/** The content of the tiles. */
export interface TilesContent {
  title: string;
  tiles: readonly { shape: Shape; title: string; text: string }[];
}

/** A few reasons, in a sentence each. */
export function Tiles({ title, tiles }: TilesContent) {
  return (
    <section className={`container ${styles.tiles}`} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.grid}>
        {tiles.map((tile) => (
          <li key={tile.title} className={styles.tile}>
            <span className={styles.mark}>
              <Icon shape={tile.shape} />
            </span>
            <h3 className={styles.name}>{tile.title}</h3>
            <p className={styles.text}>{tile.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
