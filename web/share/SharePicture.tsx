import type { ComponentType } from 'react';
import { BrandMark } from '../src/features/shell/BrandMark';
import styles from './SharePicture.module.css';
import type { Wanted } from './wanted';

/** A page's drawing. Those of one size take no property and ignore it. */
export type Drawing = ComponentType<{ className: string }>;

/** The picture that a message or a post shows beside a link: the brand, the page's headline and the page's drawing. */
export function SharePicture({ wanted, drawing: Drawn }: { wanted: Wanted; drawing: Drawing }) {
  const { width, foot, sink } = wanted.place;
  return (
    <div className={`${styles.picture} ${styles[wanted.layout]}`}>
      {wanted.layout === 'dunes' ? <div className={styles.sun} /> : null}
      <div className={styles.drawing} style={{ insetBlockEnd: -sink }}>
        <Drawn className="" />
      </div>
      <p className={styles.brand}>
        <BrandMark />
        <bdi>{wanted.brand}</bdi>
      </p>
      <div className={styles.room} style={{ insetBlockEnd: foot }}>
        <h1 className={styles.headline} style={{ maxInlineSize: width }}>
          {wanted.headline}
        </h1>
      </div>
    </div>
  );
}
