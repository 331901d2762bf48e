import type { BundleType } from '../rules/wire';
import styles from './Flag.module.css';
import { FLAGS } from './flags';
import { Icon } from './Icon';

interface FlagProps {
  /** ISO code of a country, or the supplier's code of a region. */
  code: string;
  kind: BundleType;
  size?: 'small' | 'large';
  /** Whether the page begins with it: then it is not loaded lazily. */
  first?: boolean;
}

/** A country's flag beside its name; a globe for regions, except for Europe, which has a flag. */
export function Flag({ code, kind, size = 'small', first = false }: FlagProps) {
  const file = kind === 'country' ? code : code.startsWith('EU') ? 'EU' : undefined;
  if (!file) {
    return (
      <span className={`${styles.globe} ${styles[size]}`}>
        <Icon shape="globe" />
      </span>
    );
  }
  return (
    <img
      ref={hideBroken}
      className={`${styles.flag} ${styles[size]}`}
      src={`${FLAGS}${file}.svg`}
      alt=""
      width={size === 'large' ? 72 : 36}
      height={size === 'large' ? 48 : 24}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
      onError={({ currentTarget }) => hide(currentTarget)}
    />
  );
}

/** A flag that fails to load leaves only the name (specification 2, section 8). */
function hide(flag: HTMLImageElement): void {
  flag.hidden = true;
}

/** A flag that failed before the scripts ran reported that to no handler. */
function hideBroken(flag: HTMLImageElement | null): void {
  if (flag?.complete) flag.decode().catch(() => hide(flag));
}
