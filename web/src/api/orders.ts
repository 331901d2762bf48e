import type { ChangeEmailRequest, ChangeEmailResponse } from '../rules/wire';
import { type Answer, call } from './call';

/** Corrects the address of a paid order that this browser placed. Idempotent. */
export function changeEmail(body: ChangeEmailRequest): Promise<Answer<ChangeEmailResponse>> {
  return call('/api/orders/change-email', { method: 'POST', body });
}
