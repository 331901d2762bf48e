import type { ReactNode } from 'react';
import { NightHero } from '../../sections/NightHero';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import { type Campaign, useBuyPath, useWords } from './content';

/** The first screen of a campaign: one promise, one action, and a link to the prices. */
export function CampaignHero({ campaign, picture }: { campaign: Campaign; picture: ReactNode }) {
  const { page, t } = usePageContext();
  const say = useWords(campaign);
  const buyPath = useBuyPath(campaign);
  return (
    <NightHero
      above={say('above')}
      title={say('title')}
      lead={say('lead')}
      actions={
        <>
          <ButtonLink look="bright" href={buyPath()}>
            {say('start')}
          </ButtonLink>
          <ButtonLink look="night" href="#pricing">
            {say('view')}
          </ButtonLink>
        </>
      }
      note={t('pay.guarantee', { days: page.brand.claims.guarantee_days })}
      picture={picture}
    />
  );
}
