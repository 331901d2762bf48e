import type { WithdrawalPage } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import styles from './Withdrawal.module.css';

/** The statement has arrived. Only the receipt, to the order's own address, reveals whether the order exists. */
export function Stated({ content }: { content: WithdrawalPage }) {
  const { page, t } = usePageContext();
  const { typed, stated_at } = content;
  const { prefixes, brand } = page;
  return (
    <>
      <p>
        {t.nodes('withdrawal.done', {
          when: <bdi>{stated_at}</bdi>,
          order: <bdi dir="ltr">{typed.order_number}</bdi>,
        })}
      </p>
      <p>
        {t.nodes('withdrawal.done.receipt', {
          email: <bdi dir="ltr">{typed.email}</bdi>,
          support: (
            <a href={`mailto:${brand.support_email}`} dir="ltr">
              {brand.support_email}
            </a>
          ),
        })}
      </p>
      <p className={styles.lead}>
        {t.nodes('withdrawal.done.next', {
          terms: <a href={`${prefixes.vpn}/terms#withdrawal`}>{t('shell.terms')}</a>,
        })}
      </p>
      <p>
        <a href={`${prefixes.vpn}/withdrawal`}>{t('withdrawal.again')}</a>
      </p>
    </>
  );
}
