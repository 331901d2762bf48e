import { useEffect, useRef, useState } from 'react';
import { problemText } from '../../i18n/words';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import styles from './EsimDelivery.module.css';

/** How long the phone may take to open its setup page (specification 2, section 9). */
const PATIENCE_MS = 2000;

/** Opens the phone's own setup page; if nothing has opened after two seconds, tries again in a new tab. */
export function InstallButton({ link }: { link: string }) {
  const { t } = usePageContext();
  const [hasFailed, setFailed] = useState(false);
  const timer = useRef<number>(undefined);

  useEffect(() => () => window.clearTimeout(timer.current), []);

  const install = () => {
    setFailed(false);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      if (document.visibilityState === 'visible') setFailed(window.open(link, '_blank') === null);
    }, PATIENCE_MS);
    window.location.assign(link);
  };

  return (
    <div className={styles.button}>
      <Button onClick={install}>{t('delivered.install')}</Button>
      <p role="alert">{hasFailed ? problemText(t, 'install_failed') : null}</p>
      <p className={styles.small}>
        {t.nodes('delivered.link', {
          link: (
            <a href={link} rel="noreferrer">
              {t('delivered.link.name')}
            </a>
          ),
        })}
      </p>
    </div>
  );
}
