import type { Key } from '../../i18n/words';
import { useShop } from '../../state/shop';
import styles from './DocumentText.module.css';

/** The sections of each text, in reading order. */
const SECTIONS = {
  terms: ['who', 'what', 'price', 'end', 'refund', 'fair'],
  'privacy-policy': ['keep', 'not', 'cookies', 'share', 'rights'],
  support: ['write', 'receipt', 'refund'],
  panel: ['how', 'end', 'withdraw'],
} as const satisfies Record<string, readonly string[]>;

/** Which text. */
type Document = keyof typeof SECTIONS;

/** A plain text of the shop. */
export function DocumentText({ document }: { document: Document }) {
  const { page, t } = useShop();
  const { brand } = page;
  const slots = {
    brand: <bdi>{brand.name}</bdi>,
    entity: <bdi>{brand.legal_entity}</bdi>,
    address: <bdi>{brand.address}</bdi>,
    registration: <bdi>{brand.registration}</bdi>,
    vat: <bdi>{brand.vat}</bdi>,
    days: brand.claims.guarantee_days,
    devices: brand.claims.devices,
    at_once: brand.claims.devices_at_once,
    support: (
      <a href={`mailto:${brand.support_email}`} dir="ltr">
        {brand.support_email}
      </a>
    ),
  };
  return (
    <article className={`container ${styles.document}`}>
      <h1 className={styles.title}>{t(`doc.${document}.title`)}</h1>
      {SECTIONS[document].map((section) => (
        <section key={section} className={styles.section}>
          <h2 className={styles.name}>{t(`doc.${document}.${section}.title` as Key)}</h2>
          <p>{t.nodes(`doc.${document}.${section}.text` as Key, slots)}</p>
        </section>
      ))}
    </article>
  );
}
