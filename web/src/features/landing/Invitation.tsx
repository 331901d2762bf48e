import type { HomePage } from '../../rules/wire';
import { useShop } from '../../state/shop';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Amount } from '../../ui/Price';
import styles from './Invitation.module.css';

/** The price of the recommended plan and the way to all of them. */
export function Invitation({ content: { plan, currency } }: { content: HomePage }) {
  const { page, t } = useShop();
  const price = plan?.prices.find((one) => one.currency === currency);
  return (
    <div className="container">
      <div className={styles.invitation}>
        {plan && price ? (
          <p className={styles.price}>{t.nodes('home.price', { price: <Amount text={price.per_month.text} /> })}</p>
        ) : null}
        <ButtonLink href={`${page.prefixes.vpn}/buy`}>
          {t('home.action')}
          <Icon shape="arrow" mirrors />
        </ButtonLink>
        {plan && price ? (
          <p className={styles.term}>
            {t.nodes('home.price.term', {
              name: t(`plan.name.${plan.billing_cycle}`),
              total: <Amount text={price.due_now_text} />,
            })}
          </p>
        ) : null}
        <p className={styles.term}>{t('pay.guarantee', { days: page.brand.claims.guarantee_days })}</p>
      </div>
    </div>
  );
}
