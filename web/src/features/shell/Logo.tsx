import { type MouseEvent, useState } from 'react';
import { useShop } from '../../state/shop';
import { Button, ButtonLink } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import styles from './Logo.module.css';

/** The way home. Without scripts it is a plain link; with them the checkout asks first. */
export function Logo({ asksBeforeLeaving }: { asksBeforeLeaving: boolean }) {
  const { page, t } = useShop();
  const [asking, setAsking] = useState(false);
  const home = page.area === 'esim' ? `${page.prefixes.esim}/esim` : `${page.prefixes.vpn}/`;

  const ask = (event: MouseEvent) => {
    // A new tab or window leaves this page as it is.
    if (!asksBeforeLeaving || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setAsking(true);
  };

  return (
    <>
      <a className={styles.logo} href={home} onClick={ask} aria-label={t('shell.home', { brand: page.brand.name })}>
        <svg className={styles.mark} viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
          <rect className={styles.ground} width="36" height="36" rx="10" />
          <circle className={styles.sun} cx="18" cy="15.5" r="6.5" />
          <path
            className={styles.quay}
            d="M0 20c7-3.4 12-2.6 18 0s12 2.6 18-1v7c0 5.500-4.500 10-10 10H10C4.500 36 0 31.500 0 26z"
          />
          <path className={styles.wave} d="M7 27c4-2 7-1.500 11 0s7 1.500 11-.5" />
        </svg>
        <span className={styles.name}>{page.brand.name}</span>
      </a>
      {asksBeforeLeaving ? (
        <Dialog open={asking} title={t('leave.title')} onClose={() => setAsking(false)}>
          <p>{t('leave.text')}</p>
          <div className={styles.choices}>
            <Button onClick={() => setAsking(false)}>{t('leave.stay')}</Button>
            <ButtonLink look="secondary" href={home}>
              {t('leave.go')}
            </ButtonLink>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
