import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import styles from './NotOffered.module.css';

/** Says that no trial can be started now, and leads to the plans. */
export function NotOffered() {
  const { page, t } = usePageContext();
  return (
    <div className={`container ${styles.none}`}>
      <p>{t('trial.none', { days: page.brand.claims.guarantee_days })}</p>
      <ButtonLink href={`${page.prefixes.vpn}/buy`}>{t('trial.none.plans')}</ButtonLink>
    </div>
  );
}
