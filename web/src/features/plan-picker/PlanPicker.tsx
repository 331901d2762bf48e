import { type SubmitEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { takeParameter } from '../../browser/address';
import { reportView } from '../../browser/events';
import { whenIdle } from '../../browser/idle';
import { onReturn } from '../../browser/leaving';
import { bringTo } from '../../browser/scrolling';
import { PriceChangeDialog } from '../../sections/PriceChangeDialog';
import type { Checkout } from '../../state/checkout';
import { usePageContext } from '../../state/page-context';
import { Amount } from '../../ui/Price';
import { CodeLine } from './CodeLine';
import { EmailBox } from './EmailBox';
import { PlanCards } from './PlanCards';
import styles from './PlanPicker.module.css';
import type { Picker } from './picker';

/** The sale: plans, e-mail, total, and the link to the payment provider. */
export function PlanPicker({ picker }: { picker: Picker }) {
  const { rules, t, page } = usePageContext();
  const { checkout, content, trial } = picker;
  const emailProblem = useStore(checkout, (state) => state.emailProblem);
  const planMissing = useStore(
    checkout,
    ({ stage }) => stage.phase === 'refused' && stage.problem.code === 'plan_required',
  );
  const codeEnded = useStore(checkout, (state) => state.codeEnded);
  const form = useRef<HTMLFormElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);

  const goToEmail = () => {
    if (box.current && email.current) bringTo(box.current, email.current);
  };

  useEffect(() => {
    adopt(form.current, checkout.getState());
    const query = takeParameter(trial ? 'mail' : 'email');
    const prefill = trial ? rules.trialMail : rules.emailPrefill;
    if (query) void prefill(query).then((text) => fillIn(email.current, text));
    whenIdle(rules.warm);
    return onReturn(checkout.getState().returned);
  }, [checkout, rules, trial]);

  useEffect(reportView, []);

  useEffect(() => {
    if (!content.package_chosen || !box.current || !email.current) return undefined;
    return bringTo(box.current, email.current);
  }, [content.package_chosen]);

  useEffect(() => {
    if (emailProblem) email.current?.focus();
  }, [emailProblem]);

  useEffect(() => {
    if (planMissing) form.current?.querySelector<HTMLInputElement>('input[type="radio"]')?.focus();
  }, [planMissing]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void checkout.getState().submit(email.current?.value ?? '');
  };

  return (
    <>
      {/* Method "dialog" outside a dialog does nothing: before scripts run, no e-mail can leak into an address. */}
      <form ref={form} method="dialog" noValidate onSubmit={submit} className={styles.form}>
        <CodeLine notice={codeEnded && content.code ? { ...content.code, state: 'expired' } : content.code} />
        <PlanCards picker={picker} onChosen={goToEmail} />
        <div ref={box} className={`container ${styles.box}`}>
          <noscript>
            <p className={styles.noscript}>{t('buy.noscript', { support: page.brand.support_email })}</p>
          </noscript>
          <EmailBox picker={picker} field={email} onTouched={rules.warm} />
        </div>
      </form>
      <PriceChange picker={picker} />
    </>
  );
}

/** Shows a price that changed since the page was rendered, with its renewal. */
function PriceChange({ picker: { checkout, content, trial } }: { picker: Picker }) {
  const { t } = usePageContext();
  const stage = useStore(checkout, (state) => state.stage);
  const { accept, decline } = checkout.getState();
  const prices = stage.phase === 'repriced' ? stage : undefined;
  const plan = content.plans.find(({ product_id }) => product_id === prices?.now.product_id);
  // A trial has nothing due today at either price: the charge after it has changed.
  const changed = trial ? 'renewal_text' : 'due_now_text';
  const change = prices && { before: prices.before[changed], now: prices.now[changed] };
  const renewal =
    plan &&
    prices &&
    t.nodes(trial ? 'trial.then' : `pay.renewal.${plan.billing_cycle}`, {
      renewal: <Amount text={prices.now.renewal_text} />,
      date: <bdi>{trial?.charged_on}</bdi>,
    });
  return <PriceChangeDialog change={change} renewal={renewal} accept={accept} decline={decline} />;
}

/** Fills an address into the field, unless the buyer or the browser has already filled it. */
function fillIn(field: HTMLInputElement | null, text: string | undefined): void {
  if (field && text && !field.value) field.value = text;
}

/** Adopts the choices made before the scripts ran, or restored by the browser on a reload. */
function adopt(form: HTMLFormElement | null, { choosePlan, acknowledge }: Checkout): void {
  const checked = form?.querySelector<HTMLInputElement>('input[type="radio"]:checked');
  if (checked) choosePlan(checked.value);
  if (form?.querySelector('input[type="checkbox"]:checked')) acknowledge(true);
}
