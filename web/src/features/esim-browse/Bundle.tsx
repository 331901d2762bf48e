import { useEffect, useState } from 'react';
import { showParameter } from '../../browser/address';
import { reportView } from '../../browser/events';
import type { EsimBundlePage } from '../../rules/wire';
import { dataOf, holdPlan } from '../../state/held-plan';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import styles from './Bundle.module.css';
import { ChosenPlan } from './ChosenPlan';
import { Plans } from './Plans';

/**
 * The plans of one place. The form leads to the checkout with the chosen plan in its address, with or without scripts.
 */
export function Bundle({ content }: { content: EsimBundlePage }) {
  const { page, rules, t } = usePageContext();
  const { bundle } = content;
  const [chosen, setChosen] = useState(content.chosen);
  const plan = bundle.refills.find(({ structured_data }) => structured_data === chosen);

  useEffect(reportView, []);

  const choose = (data: string) => {
    setChosen(data);
    showParameter('plan', data);
  };

  if (bundle.refills.length === 0) {
    return (
      <div className={`container ${styles.bundle}`}>
        <Notice tone="plain" shape="alert">
          <p>{t('problem.no_plans')}</p>
        </Notice>
        <p>
          <ButtonLink href={`${page.prefixes.esim}/esim/countries`}>{t('bundle.back')}</ButtonLink>
        </p>
      </div>
    );
  }
  return (
    <form
      className={`container ${styles.bundle}`}
      action={`${page.prefixes.esim}/esim/checkout/${bundle.id}`}
      onSubmit={() => plan && void holdPlan(dataOf(bundle, plan), rules.checkHeld)}
    >
      <Plans plans={bundle.refills} chosen={chosen} onChoose={choose} />
      {plan ? <ChosenPlan plan={plan} /> : null}
    </form>
  );
}
