import { Invitation } from '../features/landing/Invitation';
import { Shell } from '../features/shell/Shell';
import { Hero } from '../features/trust/Hero';
import { Includes } from '../features/trust/Includes';
import { Ratings } from '../features/trust/Ratings';
import { Tiles } from '../features/trust/Tiles';
import type { HomePage } from '../rules/wire';
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
        <Tiles />
        <Includes />
        <Ratings />
      </Kept>
    </Shell>
  );
}
