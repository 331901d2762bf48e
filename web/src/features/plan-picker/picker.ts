import { type ReactNode, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { getCheckoutLink } from '../../api/subscription';
import { affiliateReference } from '../../browser/affiliate';
import { attemptKey } from '../../browser/attempt-key';
import { reportOnce } from '../../browser/events';
import { leaveTo } from '../../browser/leaving';
import type { Key } from '../../i18n/words';
import type { BuyPage, CheckoutLinkRequest, PlanCard, PlanPrice, TrialTerms } from '../../rules/wire';
import { type Checkout, createCheckout, priceOf } from '../../state/checkout';
import { circumstances } from '../../state/circumstances';
import { type PageContextValue, usePageContext } from '../../state/page-context';

/** The state that the parts of one plan picker share. */
export interface Picker {
  content: BuyPage;
  checkout: StoreApi<Checkout>;
  /** The price explanation below a chosen plan's total. */
  explanation: (price: PlanPrice, plan: PlanCard) => ReactNode;
  /** The button's label. */
  button: Key;
  /** The terms around the first charge, on a page that sells trials instead of plans. */
  trial: TrialTerms | undefined;
}

/** Creates one picker per page from the page's data, so that server and browser start from the same state. */
export function usePicker(
  content: BuyPage,
  explanation: Picker['explanation'],
  button: Key = 'pay.button',
  trial?: TrialTerms,
): Picker {
  const context = usePageContext();
  const [checkout] = useState(() => createCheckout(firstChoice(content), outside(content, context, trial)));
  return { content, checkout, explanation, button, trial };
}

/** The chosen plan's price in the chosen currency, if a plan is chosen. */
export function useChosenPrice({ content, checkout }: Picker): PlanPrice | undefined {
  return useStore(checkout, (state) => priceOf(allPrices(content), state));
}

/** Every price on the page. */
export function allPrices(content: BuyPage): PlanPrice[] {
  return content.plans.flatMap((plan) => plan.prices);
}

function firstChoice(content: BuyPage) {
  const wanted = content.initial.default_currency;
  const offered = content.currencies.some(({ code }) => code === wanted);
  return { plan: content.preselected, currency: offered ? wanted : (content.currencies[0]?.code ?? wanted) };
}

function outside(content: BuyPage, { page, rules }: PageContextValue, trial: TrialTerms | undefined) {
  return {
    prices: allPrices(content),
    hosts: page.checkout_hosts,
    checkEmail: rules.checkEmail,
    getCheckoutLink: (body: CheckoutLinkRequest, key: string) => getCheckoutLink(withCart(body), key),
    circumstances: (codeEnded: boolean) => ({
      // A page whose code has ended while it was open shows the normal prices by then.
      ...circumstances(page.language, codeEnded ? undefined : content.code, affiliateReference()),
      ...(trial ? ofTrial(trial) : {}),
    }),
    asksToAcknowledge: trial !== undefined,
    isCheckoutAddress: rules.isCheckoutAddress,
    attemptKey,
    leaveTo,
  };
}

/** Reports the cart event, once per page load, and passes its id to the server. */
function withCart(body: CheckoutLinkRequest): CheckoutLinkRequest {
  const { selectedPackage, currency } = body;
  const addToCartId = reportOnce('add_to_cart', { product_id: selectedPackage, ...(currency ? { currency } : {}) });
  return addToCartId ? { ...body, fb_params: { addToCartId } } : body;
}

/** The form sends nothing before the box is ticked: the version says which text stood beside it. */
function ofTrial({ version }: TrialTerms): Partial<CheckoutLinkRequest> {
  return { code: 'trial', accepted_trial_terms: version };
}
