import type { PageRecoveryRequest, Recovery } from '../rules/wire';

/** Reports how the page survived a change by others or an error of ours. The shop counts it. */
export function reportRecovery(outcome: Recovery): void {
  const report: PageRecoveryRequest = { outcome };
  navigator.sendBeacon('/api/page-recovery', new Blob([JSON.stringify(report)], { type: 'application/json' }));
}
