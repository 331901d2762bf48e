import type { WithdrawalFields } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import styles from './Withdrawal.module.css';

/** Step 2: the statement exactly as sent, and the button that sends it. */
export function Confirmation({ typed }: { typed: WithdrawalFields }) {
  const { page, t } = usePageContext();
  const number = <bdi dir="ltr">{typed.order_number}</bdi>;
  return (
    <>
      <blockquote className={styles.statement}>{t.nodes('withdrawal.statement', { order: number })}</blockquote>
      <dl className={styles.facts}>
        <div>
          <dt>{t('withdrawal.order')}</dt>
          <dd>{number}</dd>
        </div>
        <div>
          <dt>{t('withdrawal.email')}</dt>
          <dd>
            <bdi dir="ltr">{typed.email}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('withdrawal.name')}</dt>
          <dd>{typed.name ? <bdi>{typed.name}</bdi> : t('withdrawal.none')}</dd>
        </div>
      </dl>
      <p className={styles.lead}>{t('withdrawal.confirm.note')}</p>
      <form method="post" action={`${page.prefixes.vpn}/withdrawal`} className={styles.actions}>
        <input type="hidden" name="order_number" value={typed.order_number} />
        <input type="hidden" name="email" value={typed.email} />
        <input type="hidden" name="name" value={typed.name} />
        <Button type="submit" name="step" value="confirm">
          {t('withdrawal.confirm')}
        </Button>
        <Button look="secondary" type="submit" name="step" value="change">
          {t('withdrawal.change')}
        </Button>
      </form>
    </>
  );
}
