import { type StoreApi, useStore } from 'zustand';
import type { BundleDetail } from '../../rules/wire';
import type { EsimCheckout } from '../../state/esim-checkout';
import { usePageContext } from '../../state/page-context';
import { Flag } from '../../ui/Flag';
import { Icon } from '../../ui/Icon';
import styles from './OrderedPlan.module.css';

/** The chosen plan, a link back to the others, and a reminder to check the phone first. */
export function OrderedPlan({ order, bundle }: { order: StoreApi<EsimCheckout>; bundle: BundleDetail }) {
  const { page, t } = usePageContext();
  const plan = useStore(order, (state) => state.plan);
  const shop = `${page.prefixes.esim}/esim`;
  return (
    <section className={styles.ordered} aria-labelledby="ordered">
      <h2 id="ordered" className={styles.title}>
        {t('order.plan')}
      </h2>
      <div className={styles.plan}>
        <Flag code={bundle.code} kind={bundle.bundle_type} first />
        <p className={styles.what}>
          <span className={styles.place}>{bundle.name}</span>
          <span>{t('order.plan.of', { data: plan.title, days: plan.days_text })}</span>
        </p>
        <a href={`${shop}/bundle/${bundle.id}?plan=${plan.structured_data}`}>{t('order.change')}</a>
      </div>
      <div className={styles.device}>
        <Icon shape="device" />
        <p>
          <strong>{t('order.device')}</strong>{' '}
          {t.nodes('order.device.text', { guide: <a href={`${shop}/tutorial`}>{t('order.device.guide')}</a> })}
        </p>
      </div>
    </section>
  );
}
