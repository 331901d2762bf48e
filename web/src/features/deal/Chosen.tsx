import { useStore } from 'zustand';
import { dealDue } from '../../state/deal-checkout';
import { usePageContext } from '../../state/page-context';
import { Amount } from '../../ui/Price';
import { useDealName } from './content';
import styles from './DealSteps.module.css';
import type { Deal } from './useDeal';

/** The chosen product, at the top of each step. */
export function Chosen({ deal: { checkout, content } }: { deal: Deal }) {
  const { t } = usePageContext();
  const name = useDealName();
  const state = useStore(checkout);
  const chosen = content.deals.find((one) => one.package === state.package);
  if (!chosen) return null;
  return (
    <p className={styles.chosen}>
      <span>
        {name(chosen)} {t.nodes('deal.with', { data: <bdi>{chosen.esim_text}</bdi> })}
      </span>
      <strong>
        <Amount text={dealDue(chosen, 'ideal', state).due_now_text} />
      </strong>
    </p>
  );
}
