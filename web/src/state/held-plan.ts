import { inSession, keepInSession } from '../browser/session';
import type { BundleDetail, HeldCheckoutData, RefillItem } from '../rules/wire';

/** This tab's chosen plan, also where storage is disabled. */
let held: HeldCheckoutData | undefined;

/** The stored data of a chosen plan (specification 2, section 3 "Checkout data"). */
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

/** Checks whether data describe a plan completely; returns a problem code. */
type Check = (data: HeldCheckoutData) => Promise<string | undefined>;

/**
 * Stores a plan from the page that chose it for the page that pays for it. Incomplete data are rejected with a problem
 * code (specification 2, section 5), and the earlier plan stays.
 */
export async function holdPlan(data: HeldCheckoutData, check: Check): Promise<string | undefined> {
  const problem = await check(data);
  if (problem) return problem;
  held = data;
  keepInSession('checkoutData', JSON.stringify(data));
  return undefined;
}

/** Drops the plan: it was paid for, or is of no use. */
export function dropPlan(): void {
  held = undefined;
  keepInSession('checkoutData', undefined);
}

/** The stored plan. Storage is untrusted: only the rules decide whether it is complete. */
export function heldPlan(): HeldCheckoutData | undefined {
  if (held) return held;
  try {
    const kept: unknown = JSON.parse(inSession('checkoutData') ?? 'null');
    return typeof kept === 'object' && kept !== null ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** The plan of a bundle that the stored data name. */
export function planMeant(bundle: BundleDetail, { bundleId, amountMb, amountDays }: HeldCheckoutData) {
  const same = (plan: RefillItem) => plan.amount_mb === amountMb && plan.amount_days === amountDays;
  return bundleId === String(bundle.id) ? bundle.refills.find(same) : undefined;
}
