import { useEffect, useRef, useState } from 'react';
import { ownPhone } from '../../browser/phone';
import type { AccountEsim } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import styles from './EsimPart.module.css';

/**
 * The eSIM of an order. On a phone the link that installs it there comes first and the QR code is folded away, because a
 * phone cannot scan its own screen.
 */
export function EsimPart({ esim }: { esim: AccountEsim }) {
  const { page, t } = usePageContext();
  const [phone] = useState(ownPhone);
  const shown = useRef<HTMLDivElement>(null);

  // The button that requested it is gone: the focus moves to what it showed.
  useEffect(() => shown.current?.focus(), []);

  const picture = <img className={styles.qr} src={`data:image/png;base64,${esim.qr_png}`} alt={t('panel.esim.qr')} />;
  const ways = (
    <div className={styles.ways}>
      {phone ? null : <p>{t('panel.esim.text')}</p>}
      {phone === 'android' ? null : <ButtonLink href={esim.apple_link}>{t('panel.esim.apple')}</ButtonLink>}
      {phone === 'ios' ? null : (
        <ButtonLink look={phone ? 'primary' : 'secondary'} href={esim.android_link}>
          {t('panel.esim.android')}
        </ButtonLink>
      )}
      <p>
        {t('panel.esim.code')} <bdi className={styles.code}>{esim.code}</bdi>
      </p>
      <a className={styles.tutorial} href={`${page.prefixes.esim}/esim/tutorial`}>
        {t('panel.esim.tutorial')}
      </a>
    </div>
  );
  return (
    <div ref={shown} tabIndex={-1} className={phone ? styles.onPhone : styles.esim}>
      {phone ? (
        <>
          {ways}
          <details>
            <summary className={styles.summary}>{t('panel.esim.qr.show')}</summary>
            {picture}
          </details>
        </>
      ) : (
        <>
          {picture}
          {ways}
        </>
      )}
    </div>
  );
}
