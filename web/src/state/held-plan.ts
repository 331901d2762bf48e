import { inSession, keepInSession } from '../browser/session';
import type { BundleDetail, HeldCheckoutData, RefillItem } from '../rules/wire';

/** The chosen plan of this tab, also where storage is not allowed. */
let held: HeldCheckoutData | undefined;

/** What is held of a plan that was chosen (specification 2, section 3 "Checkout data"). */
export function dataOf(bundle: BundleDetail, plan: RefillItem): HeldCheckoutData {
  return {
    bundleId: String(bundle.id),
    countryName: bundle.name,
    refillTitle: plan.title,
    amountMb: plan.amount_mb,
    amountDays: plan.amount_days,
    priceUsd: plan.price_usd,
    bundleType: bundle.bundle_type,
    bundleDescription: bundle.description,
    bundleCoverage: bundle.coverage,
    bundleImg: bundle.img,
  };
}

/** Says why data are not what a plan needs, as a problem code. */
type Check = (data: HeldCheckoutData) => Promise<string | undefined>;

/**
 * Holds a plan from the page that chose it to the one that pays for it. Data that are not complete are rejected with a
 * problem code (specification 2, section 5), and what was held stays.
 */
export async function holdPlan(data: HeldCheckoutData, check: Check): Promise<string | undefined> {
  const problem = await check(data);
  if (problem) return problem;
  held = data;
  keepInSession('checkoutData', JSON.stringify(data));
  return undefined;
}

/** Lets go of it: it was paid for, or is of no use. */
export function dropPlan(): void {
  held = undefined;
  keepInSession('checkoutData', undefined);
}

/** The plan that is held. Anyone may have written it: only the rules say whether it is complete. */
export function heldPlan(): HeldCheckoutData | undefined {
  if (held) return held;
  try {
    const kept: unknown = JSON.parse(inSession('checkoutData') ?? 'null');
    return typeof kept === 'object' && kept !== null ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** The plan of a bundle that the held data mean. */
export function planMeant(bundle: BundleDetail, { bundleId, amountMb, amountDays }: HeldCheckoutData) {
  const same = (plan: RefillItem) => plan.amount_mb === amountMb && plan.amount_days === amountDays;
  return bundleId === String(bundle.id) ? bundle.refills.find(same) : undefined;
}
