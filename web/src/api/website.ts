import type { OnboardingRequest, OnboardingResponse } from '../rules/wire';
import { type Answer, call } from './call';

/** Joins through the wizard. Idempotent: sent twice, it is stored once. */
export function join(body: OnboardingRequest): Promise<Answer<OnboardingResponse>> {
  return call('/api/website/onboarding', { method: 'POST', body });
}
