import { useShop } from '../../state/shop';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import actions from './Actions.module.css';
import { Fact, Facts } from './Facts';
import styles from './FailedView.module.css';
import { Help } from './Help';
import { ResultCard } from './ResultCard';
import { useTitle } from './useTitle';

/** It was paid, and the money went back: nothing to try again, and nothing more to come. */
export function RefundedView({ order }: { order: string | undefined }) {
  const { page, t } = useShop();
  useTitle(t('refunded.title'));
  return (
    <ResultCard tone="back" mark={<Icon shape="back" mirrors />} title={t('refunded.title')} announces>
      <p>{t('refunded.text')}</p>
      <p className={styles.settles}>{t('refunded.when')}</p>
      {order ? (
        <Facts>
          <Fact term={t('result.order')} value={order} selectable />
        </Facts>
      ) : null}
      <div className={actions.actions}>
        <ButtonLink href={`${page.prefix}/buy`}>{t('not_found.buy')}</ButtonLink>
        <ButtonLink look="secondary" href={`${page.prefix}/`}>
          {t('result.home')}
        </ButtonLink>
      </div>
      <Help order={order} />
    </ResultCard>
  );
}
