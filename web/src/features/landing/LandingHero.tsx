import type { LandingPage } from '../../rules/wire';
import { NightHero } from '../../sections/NightHero';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Amount } from '../../ui/Price';
import { useBuyPath } from './content';
import { NightFlight } from './NightFlight';

/** The first screen: what the shop is, and the price of the proposed plan. */
export function LandingHero({ content }: { content: LandingPage }) {
  const { page, t } = usePageContext();
  const buyPath = useBuyPath();
  const isWindows = page.content.page === 'windows-landing';
  return (
    <NightHero
      above={t('landing.above')}
      title={t(isWindows ? 'landing.title.windows' : 'landing.title')}
      lead={t('landing.lead')}
      actions={
        <>
          <ButtonLink look="bright" href={buyPath()}>
            <Icon shape="download" />
            {t('landing.nav.download')}
          </ButtonLink>
          <ButtonLink look="night" href="#pricing">
            {t('landing.view')}
          </ButtonLink>
        </>
      }
      note={<Note content={content} />}
      picture={<NightFlight />}
    />
  );
}

function Note({ content }: { content: LandingPage }) {
  const { page, t } = usePageContext();
  const currency = content.currencies[0]?.code;
  const plan = content.plans.find(({ card }) => card.highlight)?.card ?? content.plans[0]?.card;
  const price = plan?.prices.find((one) => one.currency === currency);
  const days = page.brand.claims.guarantee_days;
  if (!plan || !price) return t('pay.guarantee', { days });
  const name = t(`plan.name.${plan.billing_cycle}`);
  return t.nodes('landing.hero.note', { name, total: <Amount text={price.due_now_text} />, days });
}
