import { useEffect, useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { join } from '../../api/website';
import { addEntry, keepInEntry, ofEntry, onEntry } from '../../browser/history-state';
import { whenIdle } from '../../browser/idle';
import { localPath } from '../../browser/leaving';
import type { Language, OnboardingPage } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { createWizard, isPlace, type Wizard, type WizardOutside } from './wizard';

/** The key of the wizard's place in a history entry. */
const ENTRY = 'onboarding';

/** Creates one wizard per page. Resumes what an earlier visit stored in this history entry. */
export function useWizard(content: OnboardingPage): StoreApi<Wizard> {
  const { page, rules } = usePageContext();
  const [wizard] = useState(() => createWizard(content, outside(page.language, rules.checkOnboarding)));

  useEffect(() => {
    const restore = () => {
      const kept = ofEntry(ENTRY);
      if (isPlace(kept)) wizard.getState().restore(kept);
    };
    restore();
    whenIdle(rules.warm);
    return onEntry(() => {
      const { answers } = wizard.getState();
      restore();
      // Answers given since then count at every step, including those that Back leads to.
      if (wizard.getState().step !== 'dashboard') wizard.getState().answer(answers);
    });
  }, [wizard, rules]);

  return wizard;
}

function outside(language: Language, check: WizardOutside['check']): WizardOutside {
  return {
    check,
    join: ({ device, reasons, service, email }) =>
      join({
        email,
        selected_device: device,
        selected_reasons: [...reasons],
        ...(service ? { streaming_service: service } : {}),
        language,
      }),
    ownPath: (next) => localPath(next, window.location.origin, '/buy'),
    keep: (place) => keepInEntry(ENTRY, place),
    add: (place) => addEntry(ENTRY, place),
  };
}
