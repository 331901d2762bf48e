import { Onboarding } from '../features/onboarding/Onboarding';
import { Shell } from '../features/shell/Shell';
import type { OnboardingPage } from '../rules/wire';

/** `/onboarding`: three questions, then the welcome and the link to the plans. */
export default function OnboardingScreen({ content }: { content: OnboardingPage }) {
  return (
    <Shell>
      <Onboarding content={content} />
    </Shell>
  );
}
