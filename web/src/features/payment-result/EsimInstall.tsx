import { useId, useState } from 'react';
import { ownPhone } from '../../browser/phone';
import type { EsimInstallation, SystemGuide } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Notice } from '../../ui/Notice';
import styles from './EsimDelivery.module.css';
import { InstallButton } from './InstallButton';
import { SecretPart } from './SecretPart';
import { SupportLink } from './SupportLink';

/** The guides' names for phone systems. */
const SYSTEMS = { iOS: 'ios', Android: 'android' } as const;
const isSystem = (os: string): os is keyof typeof SYSTEMS => os in SYSTEMS;

interface EsimInstallProps {
  installation: EsimInstallation;
  order: string | undefined;
  guides: readonly SystemGuide[];
}

/**
 * All ways to install an eSIM. On a phone the button comes first and the QR code is folded away, because a phone cannot
 * scan its own screen; elsewhere the QR code comes first. The values that this phone asks for come before those of
 * other phones, and its own instructions are open.
 */
export function EsimInstall({ installation, order, guides }: EsimInstallProps) {
  const { t } = usePageContext();
  const heading = useId();
  const [phone] = useState(ownPhone);
  const { qr, smdp_address, matching_id, whole_code, confirmation_required, link_ios, link_android } = installation;
  const whole = <SecretPart key="whole" name={t('delivered.whole')} value={whole_code} />;
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
        {phone === 'android' ? whole : null}
        <SecretPart name={t('delivered.smdp')} value={smdp_address} />
        {matching_id ? <SecretPart name={t('delivered.code')} value={matching_id} /> : null}
        {phone === 'android' ? null : whole}
        {confirmation_required ? (
          <Notice tone="plain" shape="alert">
            <p>{t.nodes('delivered.confirmation', { support: <SupportLink order={order} /> })}</p>
          </Notice>
        ) : null}
      </div>
      <div>
        {guides.map(({ os, instructions }) =>
          isSystem(os) ? (
            <details key={os} open={phone === SYSTEMS[os]}>
              <summary className={styles.summary}>{t(`delivered.${SYSTEMS[os]}`)}</summary>
              <ol className={styles.steps}>
                {instructions.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </details>
          ) : null,
        )}
      </div>
      <p className={styles.secret}>{t('delivered.secret')}</p>
    </section>
  );
}
