// Every page in every language, in light and dark colours, on every screen: the journeys only cover pairs of these. And
// axe on every state of sign-in and panel in every language, and every change by others on every page.
import { test } from '../suites/journeys.mjs';

export const shows =
  'every page is accessible, fits and makes no browser complain, in every combination, and survives what others change';
export const takes = '16 minutes';

export async function prove() {
  process.env.ONEFARE_SWEEP = 'all';
  const { code, passed, failed, complaints, output } = await test(['sweep', 'panel-states', 'changed-by-others']);
  if (failed > 0) console.log(complaints.length > 0 ? complaints.join('\n\n') : output);
  return code === 0 && failed === 0 && passed > 0;
}
