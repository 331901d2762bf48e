import { devicesText } from '../../i18n/devices-text';
import type { IncludesContent } from '../../sections/Includes';
import type { RatingsContent } from '../../sections/Ratings';
import type { TilesContent } from '../../sections/Tiles';
import { usePageContext } from '../../state/page-context';

/** The review badges of this page. */
export function useRatings(): RatingsContent {
  const { page, t } = usePageContext();
  const { ratings, users } = page.brand.claims;
  return { title: t('trust.users', { users }), ratings };
}

/** What every VPN plan includes. */
export function useIncludes(): IncludesContent {
  const { page, t } = usePageContext();
  const { claims } = page.brand;
  return {
    title: t('include.title'),
    lead: t('include.lead'),
    items: [
      devicesText(t, claims),
      t('include.locations', { locations: claims.locations }),
      t('include.calls'),
      t('include.streaming'),
      t('include.encryption'),
      t('include.kill_switch'),
      t('include.apps'),
      t('include.support'),
    ],
  };
}

/** Four reasons for the VPN. */
export function useTiles(): TilesContent {
  const { page, t } = usePageContext();
  return {
    title: t('tile.title'),
    tiles: [
      { shape: 'eyeOff', title: t('tile.logs.title'), text: t('tile.logs.text') },
      { shape: 'lock', title: t('tile.encryption.title'), text: t('tile.encryption.text') },
      { shape: 'phone', title: t('tile.calls.title'), text: t('tile.calls.text') },
      {
        shape: 'headphones',
        title: t('tile.support.title'),
        text: t('tile.support.text', { days: page.brand.claims.guarantee_days }),
      },
    ],
  };
}
