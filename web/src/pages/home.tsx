import { useIncludes, useRatings, useTiles } from '../features/claims/claims';
import { Invitation } from '../features/landing/Invitation';
import { Shell } from '../features/shell/Shell';
import type { HomePage } from '../rules/wire';
import { Hero } from '../sections/Hero';
import { Includes } from '../sections/Includes';
import { Ratings } from '../sections/Ratings';
import { Tiles } from '../sections/Tiles';
import { Kept } from '../state/Kept';
import { useShop } from '../state/shop';
import styles from './Pages.module.css';

/** `/`: what the shop sells, leading to the plans. */
export default function Home({ content }: { content: HomePage }) {
  const { t } = useShop();
  return (
    <Shell>
      <Hero title={t('home.headline')} lead={t('home.lead')}>
        <Invitation content={content} />
      </Hero>
      <Kept as="div" part="trust" className={styles.paper}>
        <Tiles {...useTiles()} />
        <Includes {...useIncludes()} />
        <Ratings {...useRatings()} />
      </Kept>
    </Shell>
  );
}
