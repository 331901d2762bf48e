// A catch-all name collects everything, and a private name is found by its author alone.
import { execFileSync } from 'node:child_process';
import { root } from '../lib/paths.mjs';

const banned = /^(utils?|helpers?|commons?|shared|misc(ellaneous)?|types?|models?|services?|managers?)$/i;

// Every area of the site shares the texts of this catalog, and it holds no others.
const allowed = /^web\/src\/i18n\/[a-z]{2}\/common\.json$/;

/** Names this project once used, in kebab-case, and the field's term for each. */
const retired = new Map(
  Object.entries({
    asking: 'page_request or provider',
    books: 'ledgers',
    border: 'convert',
    choosing: 'request or payment_choice',
    door: 'client',
    elsewhere: 'external',
    'esim-later': 'access_window',
    examine: 'esim_check',
    finding: 'find',
    following: 'effects',
    'foreign-pages': 'foreign_hosts',
    forger: 'attacker',
    'given-back': 'returned',
    'giving-back': 'return',
    'handing-over': 'open_page',
    hello: 'baseline',
    'house-copy': 'copy-worktree',
    liars: 'mismatch',
    'long-step': 'run',
    misplaced: 'the job that is meant',
    notices: 'webhook_events',
    'one-too-many': 'double_payment',
    orphans: 'orphaned_pages',
    otherwise: 'manual',
    placing: 'place',
    posting: 'send',
    resending: 'resend',
    'sending-back': 'refund',
    sheet: 'order_view',
    'sold-data': 'sold_plan',
    'stand-ins': 'polyfills',
    switching: 'change_method',
    telling: 'letters',
    'to-look-at': 'attention',
    weather: 'outages',
    wishes: 'scenarios',
  }),
);

/** What is wrong with one path, or undefined. */
export function fault(path) {
  if (allowed.test(path)) return undefined;
  for (const part of path.split('/')) {
    const name = part.replace(/\..*$/, '');
    if (banned.test(name)) return `${path}:1: "${part}" says nothing: name it after what it does`;
    const term = retired.get(name.replaceAll('_', '-').toLowerCase());
    if (term) return `${path}:1: "${part}" is no term of the field: say ${term}`;
  }
  return undefined;
}

export function names() {
  // Tracked and new files, without the ignored ones.
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return list
    .split('\n')
    .map(fault)
    .filter((found) => found !== undefined);
}
