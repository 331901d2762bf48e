import { useId } from 'react';
import { useShop } from '../../state/shop';
import { Icon } from '../../ui/Icon';
import type { Shape } from '../../ui/shapes';
import styles from './NextSteps.module.css';

/** Download, then log in with the address that was paid with. */
export function NextSteps({ email }: { email: string | undefined }) {
  const { page, t } = useShop();
  const { brand } = page;
  const heading = useId();
  const downloads: readonly [string, string, Shape][] = [
    [t('result.download.ios'), brand.link_ios, 'device'],
    [t('result.download.android'), brand.link_android, 'device'],
    [t('result.download.windows'), brand.link_windows, 'monitor'],
    [t('result.download.macos'), brand.link_macos, 'monitor'],
  ];
  return (
    <section className={styles.next} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        {t('result.next')}
      </h2>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <h3 className={styles.name}>{t('result.next.download')}</h3>
          <p className={styles.text}>{t('result.next.download.text')}</p>
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
        </li>
        <li className={styles.step}>
          <h3 className={styles.name}>
            {email
              ? t.nodes('result.next.login', { email: <bdi dir="ltr">{email}</bdi> })
              : t('result.next.login.plain')}
          </h3>
          <p className={styles.text}>{t('result.next.login.text')}</p>
        </li>
      </ol>
    </section>
  );
}
