import { useStore } from 'zustand';
import type { OnboardingPage } from '../../rules/wire';
import { Dashboard } from './Dashboard';
import { Questions } from './Questions';
import { useWizard } from './useWizard';

/** The wizard, and the welcome that follows it. */
export function Onboarding({ content }: { content: OnboardingPage }) {
  const wizard = useWizard(content);
  const joined = useStore(wizard, ({ step }) => step === 'dashboard');
  return joined ? <Dashboard wizard={wizard} content={content} /> : <Questions wizard={wizard} content={content} />;
}
