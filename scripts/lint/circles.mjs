// The files of core and server have no import cycle, and no folder of flows uses one above it.
//
// A file and its own submodules are one purpose in several files, so they may use each other. The sandbox's wire objects
// name each other as the providers' do.
import { at } from '../lib/paths.mjs';
import { finding, isTest, rustCode, sources } from './sources.mjs';

/** The folders of flows, the highest first: each uses only those after it. */
const FOLDERS = [
  ...[
    'account',
    'onboarding',
    'withdrawal',
    'email_change',
    'letters',
    'order',
    'support',
    'disputes',
    'payment',
    'delivery',
    'refund',
    'subscription',
  ],
  ...[
    'audit',
    'catalogue_renewal',
    'retention',
    'metrics',
    'limits',
    'mailed_codes',
    'effects',
    'entitlements',
    'later_terms',
    'code_uses',
    'events',
    'alarms',
    'outbox',
    'operator_acts',
  ],
];

/** Splits `a, b::{c, d}` at the commas outside of braces. */
function branches(list) {
  const found = [];
  let depth = 0;
  let start = 0;
  for (const [index, sign] of [...list, ','].entries()) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (sign === ',' && depth === 0) {
      found.push(list.slice(start, index).trim());
      start = index + 1;
    }
  }
  return found.filter(Boolean);
}

/** Every path of a `use` tree: `a::{b, c::d}` holds `a::b` and `a::c::d`. */
export function paths(tree) {
  const open = tree.indexOf('{');
  if (open < 0) return [tree.replace(/\s+as\s+\w+$/, '').trim()];
  return branches(tree.slice(open + 1, tree.lastIndexOf('}'))).flatMap((branch) => paths(tree.slice(0, open) + branch));
}

/** The path from the crate's root for a path that the module `here` writes. */
function absolute(path, here) {
  const steps = path.split('::').map((step) => step.trim());
  const own = here.split('::');
  if (steps[0] === 'crate') return steps.slice(1);
  if (steps[0] === 'self') return [...own, ...steps.slice(1)];
  const up = steps.findIndex((step) => step !== 'super');
  if (up > 0) return [...own.slice(0, own.length - up), ...steps.slice(up)];
  return [...own, ...steps];
}

/** The modules of a crate that one module's code names, except its parents and children. */
export function uses(code, here, modules) {
  const trees = [...code.matchAll(/\buse\s+([^;]+);/g)].flatMap(([, tree]) => paths(tree.replaceAll(/\s+/g, ' ')));
  const inline = [...code.matchAll(/(?<![\w:])(?:crate|super|self)(?:::\w+)+/g)].map(([path]) => path);
  const found = new Set();
  for (const path of [...trees, ...inline]) {
    const steps = absolute(path, here);
    const lengths = [...steps.keys()].reverse().map((index) => steps.slice(0, index + 1).join('::'));
    const name = lengths.find((one) => modules.has(one));
    if (name && !`${name}::`.startsWith(`${here}::`) && !`${here}::`.startsWith(`${name}::`)) found.add(name);
  }
  return found;
}

/** What each module uses, by the paths of both. `codes` holds the code of each module. */
export const graphOf = (codes) => new Map([...codes].map(([name, code]) => [name, uses(code, name, codes)]));

/** One cycle for each group of modules that reach each other, with its first module repeated at the end. */
export function circles(graph) {
  const found = [];
  const seen = new Set();
  const reach = (from) => {
    const cameFrom = new Map();
    const queue = [from];
    for (const one of queue) {
      for (const next of graph.get(one) ?? []) {
        if (cameFrom.has(next)) continue;
        cameFrom.set(next, one);
        queue.push(next);
      }
    }
    return cameFrom;
  };
  for (const start of graph.keys()) {
    if (seen.has(start)) continue;
    const cameFrom = reach(start);
    if (!cameFrom.has(start)) continue;
    const way = [start];
    do way.unshift(cameFrom.get(way[0]));
    while (way[0] !== start);
    for (const one of cameFrom.keys()) if (reach(one).has(start)) seen.add(one);
    found.push(way);
  }
  return found;
}

/** Uses between folders of flows that go upwards, as `[from, to]`; a folder missing from the order counts as one. */
export function upward(graph, folders = FOLDERS) {
  const folder = (module) => /^flows::(\w+)/.exec(module)?.[1];
  const place = (module) => folders.indexOf(folder(module));
  return [...graph].flatMap(([from, targets]) =>
    folder(from)
      ? [...targets]
          .filter((to) => folder(to) && folder(to) !== folder(from))
          .filter((to) => place(from) < 0 || place(to) < place(from))
          .map((to) => [from, to])
      : [],
  );
}

/** The modules of a crate, such as `flows::order::place`, with their files. */
export function modulesOf(folder) {
  const files = sources(folder, '.rs').filter((file) => !isTest(file) && !/\/src\/(main|lib)\.rs$/.test(file));
  const moduleOf = (file) =>
    file
      .slice(at(folder).length + 1)
      .replace(/(\/mod)?\.rs$/, '')
      .replaceAll('/', '::');
  return new Map(files.map((file) => [moduleOf(file), file]));
}

/** What each of these modules uses. */
export const graphOfFiles = (files) =>
  graphOf(new Map([...files].map(([module, file]) => [module, rustCode(file).join('\n')])));

const inCircle = (files) => (way) =>
  finding(files.get(way[0]), 1, `files use each other in a circle: ${way.join(' -> ')}`);

export function coreFiles() {
  const files = modulesOf('core/src');
  return circles(graphOfFiles(files)).map(inCircle(files));
}

export function serverFiles() {
  const files = modulesOf('server/src');
  const graph = graphOfFiles(files);
  const isDouble = (way) => way.every((module) => module.startsWith('sandbox::'));
  return [
    ...circles(graph)
      .filter((way) => !isDouble(way))
      .map(inCircle(files)),
    ...upward(graph).map(([from, to]) => finding(files.get(from), 1, `${from} must not use ${to}, which is above it`)),
  ];
}
