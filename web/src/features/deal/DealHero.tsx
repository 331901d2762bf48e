import type { DealPage } from '../../rules/wire';
import { NightHero } from '../../sections/NightHero';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Amount } from '../../ui/Price';
import { useDealName } from './content';
import { LitWindows } from './LitWindows';
import { proposed } from './useDeal';

/** The first screen: the free months, the eSIM, and their price. */
export function DealHero({ content }: { content: DealPage }) {
  const { page, t } = usePageContext();
  const name = useDealName();
  const deal = proposed(content);
  const days = page.brand.claims.guarantee_days;
  const isGift = deal !== undefined && deal.free_months > 0;
  return (
    <NightHero
      above={t('deal.above')}
      title={isGift ? t('deal.title', { free: deal.free_months }) : t('deal.title.plain')}
      lead={
        isGift
          ? t('deal.lead', { paid: deal.package, months: deal.term_months, data: deal.esim_text })
          : t('deal.pricing.lead')
      }
      actions={
        <ButtonLink look="bright" href="#pricing">
          {t('deal.start')}
          <Icon shape="arrow" mirrors />
        </ButtonLink>
      }
      note={
        deal
          ? t.nodes('deal.hero.note', { name: name(deal), total: <Amount text={deal.price.due_now_text} />, days })
          : t('pay.guarantee', { days })
      }
      picture={<LitWindows />}
    />
  );
}
