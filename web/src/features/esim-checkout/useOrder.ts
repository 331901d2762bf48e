import { useEffect, useState } from 'react';
import type { StoreApi } from 'zustand';
import { applyDiscountCode, askBundle, createEsimPayment, type EsimProvider } from '../../api/esim';
import { type ReportedPrice, reportPriceMismatch } from '../../api/price-mismatch';
import { returnPath, showParameter } from '../../browser/address';
import { attemptKey } from '../../browser/attempt-key';
import { checkoutParams, reportOnce, reportView } from '../../browser/events';
import { keepInEntry, ofEntry } from '../../browser/history-state';
import { whenIdle } from '../../browser/idle';
import { leaveTo, onReturn } from '../../browser/leaving';
import type { EsimBundlePage, EsimPaymentRequest, RefillItem } from '../../rules/wire';
import type { OpenAttempt } from '../../state/attempt';
import { createEsimCheckout, type EsimCheckout, type Method } from '../../state/esim-checkout';
import { discountOf } from '../../state/esim-discount';
import { dataOf, dropPlan, heldPlan, holdPlan, planMeant } from '../../state/held-plan';
import { keepForm, keptForm } from '../../state/kept-esim-form';
import { type PageContextValue, usePageContext } from '../../state/page-context';

/** The payment methods that the shop takes, in the page's order: in Dutch iDEAL is first. */
export function methodsOf({ ideal }: EsimBundlePage, { page }: PageContextValue): readonly [Method, ...Method[]] {
  if (!ideal) return ['card'];
  return page.language === 'nl' ? ['ideal', 'card'] : ['card', 'ideal'];
}

/** The checkout of a plan: the one in the address, else the one this tab holds, else the bundle's first. */
export function useOrder(content: EsimBundlePage, plan: RefillItem): StoreApi<EsimCheckout> {
  const context = usePageContext();
  const [order] = useState(() =>
    createEsimCheckout({ plan, method: methodsOf(content, context)[0] }, outside(content, context)),
  );
  const { rules } = context;

  useEffect(reportView, []);

  useEffect(() => {
    const { bundle, by_address } = content;
    const settle = async () => {
      const held = by_address ? undefined : heldPlan();
      const meant = held && !(await rules.checkHeld(held)) ? planMeant(bundle, held) : undefined;
      if (meant) order.getState().choosePlan(meant);
      // From here on the choice survives a reload, and applies in another tab that opens this address.
      const chosen = order.getState().plan;
      const code = await holdPlan(dataOf(bundle, chosen), rules.checkHeld);
      if (code) order.setState({ stage: { phase: 'refused', problem: { code, unsettled: false } } });
      showParameter('plan', chosen.structured_data);
      const answers = keptForm(chosen.structured_data);
      // The buyer may have chosen iDEAL before the shop left it out.
      if (answers) await order.getState().fill(content.ideal ? answers : { ...answers, method: 'card' });
    };
    void settle();
    whenIdle(rules.warm);
    return onReturn(order.getState().returned);
  }, [content, order, rules]);

  return order;
}

function outside({ bundle }: EsimBundlePage, { page, rules }: PageContextValue) {
  const { language } = page;
  const report = (said: ReportedPrice, computed: number | undefined) =>
    void reportPriceMismatch(said, computed, page.content.page);
  return {
    bundle,
    hosts: page.checkout_hosts,
    checkEmail: rules.checkEmail,
    checkCode: rules.checkCode,
    discount: (code: string, plan: RefillItem) =>
      discountOf(code, plan, { ask: applyDiscountCode, rules, language, report }),
    renewed: async ({ structured_data }: RefillItem) => {
      const answer = await askBundle(bundle.id, language);
      if (answer.kind !== 'ok') return undefined;
      const { refills, price_book: book } = answer.value.data;
      const plan = refills.find((plan) => plan.structured_data === structured_data);
      return plan && { plan, book };
    },
    pay: (provider: EsimProvider, body: EsimPaymentRequest, key: string) =>
      createEsimPayment(provider, { ...body, ...checkoutParams(reportOnce('add_to_cart')) }, key),
    circumstances: () => ({ language, return_to: returnPath() }),
    isCheckoutAddress: rules.isCheckoutAddress,
    attemptKey,
    memory: {
      kept: () => ofEntry('attempt'),
      keep: (attempt: OpenAttempt | undefined) => keepInEntry('attempt', attempt),
    },
    remember: keepForm,
    drop: dropPlan,
    leaveTo,
  };
}
