import type { VerifyResponse } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import actions from './Actions.module.css';
import { Fact, Facts } from './Facts';
import styles from './FailedView.module.css';
import { Help } from './Help';
import { ResultCard } from './ResultCard';
import { useShopWays } from './useShopWays';

/**
 * The order was paid and refunded: there is nothing to retry, and nothing more to come. For an order without a charge,
 * such as a trial, the view mentions no money.
 */
export function RefundedView({ returned }: { returned: VerifyResponse }) {
  const { t } = usePageContext();
  const ways = useShopWays();
  const { orderId: order, amount, amount_text } = returned;
  const charged = amount !== 0;
  const title = t(charged ? 'refunded.title' : 'ended.title');
  return (
    <ResultCard tone="back" mark={<Icon shape="back" mirrors />} title={title} announces>
      <p>{t(charged ? 'refunded.text' : 'ended.text')}</p>
      {charged ? <p className={styles.settles}>{t('refunded.when')}</p> : null}
      <Facts>
        <Fact term={t('result.order')} value={order} selectable />
        {charged ? <Fact term={t('refunded.amount')} value={amount_text} /> : null}
      </Facts>
      <div className={actions.actions}>
        <ButtonLink href={ways.goods}>{ways.goodsName}</ButtonLink>
        <ButtonLink look="secondary" href={ways.home}>
          {t('result.home')}
        </ButtonLink>
      </div>
      <Help order={order} />
    </ResultCard>
  );
}
