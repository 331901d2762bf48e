import { type MouseEvent, useState } from 'react';
import { usePageContext } from '../../state/page-context';
import { Button, ButtonLink } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import dialog from '../../ui/Dialog.module.css';
import { BrandMark } from './BrandMark';
import styles from './Logo.module.css';

/** The link home. Without scripts it is a plain link; with scripts the checkout asks first. */
export function Logo({ asksBeforeLeaving }: { asksBeforeLeaving: boolean }) {
  const { page, t } = usePageContext();
  const [asking, setAsking] = useState(false);
  const home = page.area === 'esim' ? `${page.prefixes.esim}/esim` : `${page.prefixes.vpn}/`;

  const ask = (event: MouseEvent) => {
    // A new tab or window leaves this page open.
    if (!asksBeforeLeaving || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setAsking(true);
  };

  return (
    <>
      <a className={styles.logo} href={home} onClick={ask} aria-label={t('shell.home', { brand: page.brand.name })}>
        <BrandMark />
        <span className={styles.name}>{page.brand.name}</span>
      </a>
      {asksBeforeLeaving ? (
        <Dialog open={asking} title={t('leave.title')} onClose={() => setAsking(false)}>
          <p>{t('leave.text')}</p>
          <div className={dialog.choices}>
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
