import { usePageContext } from '../state/page-context';
import { Icon } from '../ui/Icon';
import type { Shape } from '../ui/shapes';
import styles from './AppDownloads.module.css';

/** The app for each system. */
export function AppDownloads() {
  const { page, t } = usePageContext();
  const { brand } = page;
  const downloads: readonly [string, string, Shape][] = [
    [t('result.download.ios'), brand.link_ios, 'device'],
    [t('result.download.android'), brand.link_android, 'device'],
    [t('result.download.windows'), brand.link_windows, 'monitor'],
    [t('result.download.macos'), brand.link_macos, 'monitor'],
  ];
  return (
    <ul className={styles.downloads}>
      {downloads.map(([name, link, shape]) => (
        <li key={name}>
          <a className={styles.download} href={link} rel="noreferrer">
            <Icon shape={shape} />
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
