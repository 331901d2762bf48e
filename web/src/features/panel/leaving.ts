import type { Problem } from '../../api/call';
import { forget } from '../../browser/storage';

/** After signing out, reloads the same address, which then shows the sign-in. */
export function leavePanel(): void {
  forget('authToken');
  window.location.reload();
}

/** Whether a call was refused because the session has ended; then the page shows the sign-in. */
export function signedOut(problem: Problem): boolean {
  const ended = problem.code === 'sign_in_required';
  if (ended) leavePanel();
  return ended;
}
