import { useEffect, useState } from 'react';
import type { StoreApi } from 'zustand';
import { type DealMethod, startDealPayment } from '../../api/deal';
import { affiliateReference } from '../../browser/affiliate';
import { attemptKey } from '../../browser/attempt-key';
import { rememberChoice } from '../../browser/cookies';
import { checkoutParams, reportOnce, reportView } from '../../browser/events';
import { whenIdle } from '../../browser/idle';
import { leaveTo, onReturn } from '../../browser/leaving';
import { store } from '../../browser/storage';
import type { DealCard, DealCheckoutRequest, DealPage } from '../../rules/wire';
import { circumstances } from '../../state/circumstances';
import { createDealCheckout, type DealCheckout } from '../../state/deal-checkout';
import { type PageContextValue, usePageContext } from '../../state/page-context';

/** The state that the parts of the deal page share. */
export interface Deal {
  content: DealPage;
  checkout: StoreApi<DealCheckout>;
}

/** Creates one flow per page. */
export function useDeal(content: DealPage): Deal {
  const context = usePageContext();
  const [checkout] = useState(() => createDealCheckout(outside(content, context)));
  const { rules } = context;
  useEffect(reportView, []);
  useEffect(() => {
    whenIdle(rules.warm);
    return onReturn(checkout.getState().returned);
  }, [checkout, rules]);
  return { content, checkout };
}

/** The payment methods in the page's order: in Dutch iDEAL is first. */
export function methodsOf({ page }: PageContextValue): readonly [DealMethod, DealMethod] {
  return page.language === 'nl' ? ['ideal', 'card'] : ['card', 'ideal'];
}

/** The proposed deal: the most popular one, else the first. */
export function proposed({ deals }: DealPage): DealCard | undefined {
  return deals.find(({ popular }) => popular) ?? deals[0];
}

function outside(content: DealPage, { page, rules }: PageContextValue) {
  const { language } = page;
  return {
    deals: content.deals.map((deal) => ({ package: deal.package, price: deal.price })),
    hosts: page.checkout_hosts,
    checkEmail: (email: string) => rules.checkEmail(email, 'deal'),
    start: (method: DealMethod, body: DealCheckoutRequest, key: string) => {
      const price = content.deals.find((deal) => deal.package === Number(body.selectedPackage))?.price;
      const cart = reportOnce('add_to_cart', price ? { product_id: price.product_id, currency: price.currency } : {});
      return startDealPayment(method, { ...body, ...checkoutParams(cart) }, key);
    },
    circumstances: (method: DealMethod) =>
      circumstances(language, content.code, method === 'card' ? affiliateReference() : undefined),
    isCheckoutAddress: rules.isCheckoutAddress,
    attemptKey,
    remember: (email: string) => {
      store('paymentEmail', email);
      store('selectedLanguage', language);
      // The server cannot read the storage, and the provider may return the buyer to an address without a language.
      rememberChoice('selectedLanguage', language);
    },
    leaveTo,
  };
}
