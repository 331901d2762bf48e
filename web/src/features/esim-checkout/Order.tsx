import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { AmountDue, EsimBundlePage, RefillItem } from '../../rules/wire';
import { PriceChangeDialog } from '../../sections/PriceChangeDialog';
import { usePageContext } from '../../state/page-context';
import { BoughtDialog } from './BoughtDialog';
import { CodeField } from './CodeField';
import { Contact } from './Contact';
import { Methods } from './Methods';
import styles from './Order.module.css';
import { OrderedPlan } from './OrderedPlan';
import { Total } from './Total';
import { useOrder } from './useOrder';

interface OrderProps {
  content: EsimBundlePage;
  plan: RefillItem;
  /** The price explanation. */
  explanation: (due: Required<AmountDue>) => ReactNode;
}

/** All fields required before payment, and the button with the price. */
export function Order({ content, plan, explanation }: OrderProps) {
  const { page, t } = usePageContext();
  const order = useOrder(content, plan);
  const email = useRef<HTMLInputElement>(null);
  const emailProblem = useStore(order, (state) => state.emailProblem);
  const stage = useStore(order, (state) => state.stage);
  const filled = useStore(order, (state) => state.filled);
  const { accept, decline } = order.getState();
  const change =
    stage.phase === 'repriced' ? { before: stage.before.due_now_text, now: stage.now.due_now_text } : undefined;
  // With a code nothing was ordered yet, so confirming buys nothing.
  const yes = stage.phase === 'repriced' && !stage.waiting ? t('order.repriced.yes') : undefined;

  useEffect(() => {
    if (emailProblem) email.current?.focus();
  }, [emailProblem]);

  useEffect(() => {
    const field = email.current;
    if (filled && field && field.value === '') field.value = filled.email;
  }, [filled]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void order.getState().submit(email.current?.value ?? '');
  };

  return (
    <div className="container">
      <noscript>
        <p className={styles.noscript}>{t('order.noscript', { support: page.brand.esim_support_email })}</p>
      </noscript>
      {/* Method "dialog" outside a dialog does nothing: before scripts run, no e-mail can leak into an address. */}
      <form method="dialog" noValidate onSubmit={submit} className={styles.order}>
        <div className={styles.asked}>
          <OrderedPlan order={order} bundle={content.bundle} />
          <Contact order={order} field={email} />
          <Methods content={content} order={order} />
          <CodeField order={order} />
        </div>
        <Total order={order} explanation={explanation} />
      </form>
      <PriceChangeDialog change={change} yes={yes} accept={accept} decline={decline} />
      <BoughtDialog order={order} />
    </div>
  );
}
