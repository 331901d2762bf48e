import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import actions from './Actions.module.css';
import { Fact, Facts } from './Facts';
import { Help } from './Help';
import { ResultCard } from './ResultCard';
import { useShopWays } from './useShopWays';

/**
 * The payment does not match the order: an operator reviews and refunds it. There is no way to pay again here, because
 * the order would be paid twice.
 */
export function HeldView({ order }: { order: string | undefined }) {
  const { t } = usePageContext();
  const { home } = useShopWays();
  return (
    <ResultCard tone="open" mark="clock" title={t('held.title')} announces>
      <p>{t('held.text')}</p>
      <p>
        <strong>{t('held.once')}</strong> {t('held.close')}
      </p>
      <p>{t('held.next')}</p>
      <Facts>
        <Fact term={t('result.order')} value={order} selectable />
      </Facts>
      <div className={actions.actions}>
        <ButtonLink look="secondary" href={home}>
          {t('result.home')}
        </ButtonLink>
      </div>
      <Help order={order} />
    </ResultCard>
  );
}
