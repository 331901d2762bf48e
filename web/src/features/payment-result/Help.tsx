import { useShop } from '../../state/shop';
import styles from './Help.module.css';

/** Whom to write to about an order. The subject of the letter names it already. */
export function Help({ order }: { order: string | undefined }) {
  const { page, t } = useShop();
  const support = page.brand.support_email;
  const subject = new URLSearchParams({ subject: t('result.support.subject', { order: order ?? '' }) })
    .toString()
    .replaceAll('+', '%20');
  return (
    <p className={styles.help}>
      {t.nodes('result.support', {
        support: (
          <a href={`mailto:${support}?${subject}`} dir="ltr">
            {support}
          </a>
        ),
      })}
    </p>
  );
}
