import { useShop } from '../../state/shop';
import { ButtonLink } from '../../ui/Button';
import { MailLink } from '../../ui/MailLink';
import styles from './DocumentText.module.css';

/** A part of the shop that is not open yet: what that means for an order, and the ways on. */
export function Soon() {
  const { page, t } = useShop();
  return (
    <article className={`container ${styles.document}`}>
      <h1 className={styles.title}>{t('soon.title')}</h1>
      <p>{t('soon.text')}</p>
      <p>
        {t.nodes('result.support', {
          support: <MailLink to={page.brand.support_email} />,
        })}
      </p>
      <div className={styles.actions}>
        <ButtonLink href={`${page.prefixes.vpn}/buy`}>{t('not_found.buy')}</ButtonLink>
        <ButtonLink look="secondary" href={`${page.prefixes.vpn}/support`}>
          {t('not_found.support')}
        </ButtonLink>
      </div>
    </article>
  );
}
