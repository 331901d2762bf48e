import { type ReactNode, useEffect, useRef, useState } from 'react';
import { reportView } from '../../browser/events';
import type { CurrencyOption, LandingPlan, PlanCard, PlanPrice } from '../../rules/wire';
import { type PricingCard, PricingCards } from '../../sections/PricingCards';
import { usePageContext } from '../../state/page-context';
import { Amount } from '../../ui/Price';
import { Segments } from '../../ui/Segments';

interface PlanPricesProps {
  title: string;
  lead: string;
  plans: readonly LandingPlan[];
  /** The currencies to choose from, the default first. */
  currencies: readonly CurrencyOption[];
  /** The target and label of a plan's button. */
  action: (plan: PlanCard) => { href: string; label: string };
  /** A sentence below a plan's name. */
  description?: (plan: PlanCard) => string;
  features?: (plan: PlanCard) => readonly string[];
  /** The price explanation below the button. */
  explanation: (price: PlanPrice, plan: PlanCard) => ReactNode;
  note?: ReactNode;
}

/** The plans with a choice of currency. The page already contains every text in every currency. */
export function PlanPrices({ title, lead, plans, currencies, note, ...words }: PlanPricesProps) {
  const { t } = usePageContext();
  const [currency, setCurrency] = useState(currencies[0]?.code ?? '');
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // A browser restores the choice on a reload; the prices follow it.
    const shown = box.current?.querySelector<HTMLInputElement>('input[name="currency"]:checked')?.value;
    if (shown) setCurrency(shown);
  }, []);

  useEffect(reportView, []);

  const card = useCard(words);
  const control = (
    <Segments
      legend={t('shell.currency')}
      name="currency"
      value={currency}
      onChoose={setCurrency}
      options={currencies.map(({ code, name }) => ({ value: code, label: code, spoken: name }))}
    />
  );
  const cards = plans.flatMap((plan) => card(plan, currency) ?? []);
  return (
    <div ref={box}>
      <PricingCards title={title} lead={lead} control={control} cards={cards} note={note} />
    </div>
  );
}

type CardWords = Pick<PlanPricesProps, 'action' | 'description' | 'features' | 'explanation'>;

function useCard({ action, description, features, explanation }: CardWords) {
  const { t } = usePageContext();
  return ({ card: plan, monthly_savings }: LandingPlan, currency: string): PricingCard | undefined => {
    const at = plan.prices.findIndex((one) => one.currency === currency);
    const price = plan.prices[at];
    if (!price) return undefined;
    const cycle = plan.billing_cycle;
    const saved = monthly_savings[at];
    return {
      id: plan.product_id,
      name: t(`plan.name.${cycle}`),
      highlight: plan.highlight,
      saving: price.saving_percent > 0 ? t('plan.save', { percent: price.saving_percent }) : undefined,
      price: price.per_month,
      about: price.per_month_exact ? undefined : t('plan.about'),
      unit: t('plan.per_month'),
      before: price.per_month_before ? { text: price.per_month_before, word: t('plan.was') } : undefined,
      billing: t.nodes(`plan.billing.${cycle}`, {
        now: <Amount text={price.due_now_text} />,
        renewal: <Amount text={price.renewal_text} />,
      }),
      saved: saved ? t.nodes('plan.saved', { amount: <Amount text={saved} /> }) : undefined,
      action: action(plan),
      below: explanation(price, plan),
      ...(description ? { description: description(plan) } : {}),
      ...(features ? { features: features(plan) } : {}),
    };
  };
}
