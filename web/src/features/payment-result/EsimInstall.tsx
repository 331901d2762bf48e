import { useId, useState } from 'react';
import { ownPhone } from '../../browser/phone';
import type { EsimInstallation } from '../../rules/wire';
import { useShop } from '../../state/shop';
import styles from './EsimDelivery.module.css';
import { InstallButton } from './InstallButton';
import { SecretPart } from './SecretPart';

const STEPS = [1, 2, 3] as const;

/**
 * Everything an eSIM is installed with. On a phone the button comes first and the QR code is folded away, because a phone
 * cannot scan its own screen; elsewhere the QR code comes first.
 */
export function EsimInstall({ installation }: { installation: EsimInstallation }) {
  const { t } = useShop();
  const heading = useId();
  const [phone] = useState(ownPhone);
  const { qr, smdp_address, matching_id, link_ios, link_android } = installation;
  const picture = (
    <figure className={styles.qr}>
      <img className={styles.picture} src={qr} alt={t('delivered.qr.name')} width={160} height={160} />
      <figcaption>{t('delivered.qr')}</figcaption>
    </figure>
  );
  return (
    <section className={styles.install} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        {t('delivered.title')}
      </h2>
      {phone ? (
        <>
          <InstallButton link={phone === 'ios' ? link_ios : link_android} />
          <details>
            <summary className={styles.summary}>{t('delivered.qr.show')}</summary>
            {picture}
          </details>
        </>
      ) : (
        <>
          {picture}
          <ul className={styles.links}>
            <li>
              <a href={link_ios} rel="noreferrer">
                {t('delivered.link.ios')}
              </a>
            </li>
            <li>
              <a href={link_android} rel="noreferrer">
                {t('delivered.link.android')}
              </a>
            </li>
          </ul>
        </>
      )}
      <div className={styles.parts}>
        <p>{t('delivered.manual')}</p>
        <SecretPart name={t('delivered.smdp')} value={smdp_address} />
        {matching_id ? <SecretPart name={t('delivered.code')} value={matching_id} /> : null}
      </div>
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step}>{t(`delivered.step.${step}`)}</li>
        ))}
      </ol>
      <p className={styles.secret}>{t('delivered.secret')}</p>
    </section>
  );
}
