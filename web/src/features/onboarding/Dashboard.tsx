import { useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { leaveTo } from '../../browser/leaving';
import { moveOnAfter } from '../../browser/moving-on';
import type { OnboardingPage } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Amount } from '../../ui/Price';
import styles from './Dashboard.module.css';
import { Harbour } from './Harbour';
import type { Wizard } from './wizard';

/** How long the welcome is shown before the page opens the plans by itself. */
const PATIENCE_MS = 5000;

/** The welcome: an example of the panel, and the link to the plans. */
export function Dashboard({ wizard, content }: { wizard: StoreApi<Wizard>; content: OnboardingPage }) {
  const { page, t } = usePageContext();
  const example = useId();
  const next = useStore(wizard, (state) => state.next) ?? `${page.prefixes.vpn}/buy`;
  const fresh = useStore(wizard, (state) => state.fresh);
  const title = useRef<HTMLHeadingElement>(null);
  const [movesOn, setMovesOn] = useState(false);

  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    if (!fresh) return undefined;
    const stop = moveOnAfter(
      PATIENCE_MS,
      () => leaveTo(next),
      () => setMovesOn(false),
    );
    setMovesOn(stop !== undefined);
    return stop;
  }, [fresh, next]);

  const figures = [
    [t('onboarding.credits'), <Amount key="credits" text={content.credits} />],
    [t('onboarding.plan'), t('onboarding.plan.value')],
    [t('onboarding.tickets'), '0'],
  ] as const;

  return (
    <div className={styles.sky}>
      <div className={`container ${styles.page}`}>
        <Harbour className={styles.picture ?? ''} />
        <h1 ref={title} tabIndex={-1} className={styles.title}>
          {t('onboarding.welcome.title', { brand: page.brand.name })}
        </h1>
        <p className={styles.lead}>{t('onboarding.welcome.text')}</p>
        <div className={styles.way}>
          <ButtonLink href={next}>
            {t('onboarding.plans')}
            <Icon shape="arrow" mirrors />
          </ButtonLink>
          <p role="status" className={styles.soon}>
            {movesOn ? t('onboarding.soon') : ''}
          </p>
        </div>
        <section className={styles.example} aria-labelledby={example}>
          <h2 id={example} className={styles.label}>
            {t('onboarding.example')}
          </h2>
          <p>{t('onboarding.example.text')}</p>
          <dl className={styles.figures}>
            {figures.map(([name, value]) => (
              <div key={name} className={styles.figure}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </div>
  );
}
