import type { TilesContent } from '../../sections/Tiles';
import { usePageContext } from '../../state/page-context';
import type { Shape } from '../../ui/shapes';

const SHAPES = ['download', 'tag', 'phone', 'signal', 'globe', 'headphones'] as const satisfies readonly Shape[];

/** Six reasons for our eSIM. */
export function useReasons(): TilesContent {
  const { t } = usePageContext();
  const tile = (shape: Shape, number: 1 | 2 | 3 | 4 | 5 | 6) => ({
    shape,
    title: t(`esim_home.tile.${number}`),
    text: t(`esim_home.tile.${number}.text`),
  });
  const [one, two, three, four, five, six] = SHAPES;
  return {
    title: t('esim_home.why'),
    tiles: [tile(one, 1), tile(two, 2), tile(three, 3), tile(four, 4), tile(five, 5), tile(six, 6)],
  };
}
