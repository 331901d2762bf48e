// The server's import directions: main -> cli -> serve -> router -> {http, jobs} -> flows -> app -> {pages, catalogue}
// -> quotes -> {store, payments, esims, mail, entitlement_receiver, event_receiver} -> core.
import { at } from '../lib/paths.mjs';
import { finding, isTest, rustCode, sources } from './sources.mjs';

// Modules at the bottom that know nothing of the shop; every module may use them.
const ground = [
  'access',
  'budget',
  'round_robin',
  'clock',
  'ids',
  'seal',
  'config',
  'brand',
  'problem',
  'telemetry',
  'metrics',
  'fail_point',
  'http_client',
  'shared_answers',
  'limits',
  'private_files',
  'receiver',
];

// What the shop keeps, and what is outside of it.
const ports = ['store', 'payments', 'esims', 'mail', 'entitlement_receiver', 'event_receiver'];

/** The modules that each module may name. One missing here is new: decide its place first. */
const allowed = {
  main: ['cli'],
  cli: ['serve', 'app', 'flows', 'catalogue', 'http', 'pages', 'store'],
  // The composition root.
  serve: ['app', 'router', 'http', 'pages', 'flows', 'catalogue', 'quotes', 'jobs', 'sandbox', ...ports],
  app: ['pages', 'catalogue', 'quotes', 'jobs', 'sandbox', ...ports],
  router: ['app', 'http', 'pages'],
  http: ['app', 'flows', 'pages', 'quotes'],
  pages: ['quotes', 'http::headers'],
  catalogue: ['quotes', 'store', 'esims'],
  quotes: ['store'],
  flows: ['app', 'pages::registry', 'catalogue', 'quotes', 'jobs::JobKind', ...ports],
  jobs: ['app', 'flows', 'store', 'payments', 'mail'],
  store: [],
  payments: [],
  esims: [],
  mail: [],
  entitlement_receiver: [],
  event_receiver: [],
  sandbox: [],
  access: [],
  lib: [],
  budget: [],
  round_robin: [],
  clock: [],
  ids: [],
  seal: [],
  http_client: [],
  shared_answers: [],
  limits: [],
  private_files: [],
  receiver: [],
  config: [],
  brand: [],
  problem: ['store::is_temporary'],
  telemetry: ['http::headers'],
  metrics: [],
  fail_point: [],
};

const moduleOf = (file) =>
  file
    .slice(at('server', 'src').length + 1)
    .split('/')[0]
    .replace(/\.rs$/, '');

/** Module names in `crate::a::b` and `use crate::{a::b, c}`; several on one line each count. */
function* named(line) {
  for (const [, path] of line.matchAll(/\bcrate::([a-z_]\w*(?:::\w+)*)/g)) yield path;
  for (const [, group] of line.matchAll(/\bcrate::\{([^}]*)/g)) {
    for (const part of group.split(',')) {
      const path = /^\s*([a-z_]\w*(?:::\w+)*)/.exec(part)?.[1];
      if (path) yield path;
    }
  }
}

export function server() {
  const found = [];
  for (const file of sources('server/src', '.rs')) {
    if (isTest(file)) continue;
    const from = moduleOf(file);
    const may = allowed[from];
    if (!may)
      found.push(finding(file, 1, `module ${from} has no place in the arrows: give it one in scripts/lint/server.mjs`));
    rustCode(file).forEach((line, index) => {
      for (const path of named(line)) {
        const to = path.split('::')[0];
        const fits =
          to === from || ground.includes(to) || may?.some((one) => path === one || path.startsWith(`${one}::`));
        // A macro or item at the crate's root is no module.
        if (!fits && may && to in allowed) found.push(finding(file, index + 1, `${from} must not use ${path}`));
      }
      // The sandbox plays other companies' computers and keeps ledgers of its own.
      if (/\bsqlx::/.test(line) && !['store', 'sandbox'].includes(from)) {
        found.push(finding(file, index + 1, 'SQL lives only in store (and, for its own books, in sandbox)'));
      }
    });
  }
  return found;
}
