// The web's import directions: entry -> pages -> features -> {sections, ui, api, rules, i18n, browser, state}.
import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { at, shown } from '../lib/paths.mjs';
import { circles } from './circles.mjs';
import { repeatedIds } from './ids.mjs';
import { code, finding, imports, isTest, resolved, sources } from './sources.mjs';

const home = at('web', 'src');
const parts = ['ui', 'api', 'rules', 'i18n', 'browser', 'state', 'styles'];

const allowed = {
  entry: ['pages', 'features', ...parts],
  pages: ['features', 'sections', ...parts],
  features: ['sections', ...parts],
  sections: ['ui', 'i18n', 'browser', 'state', 'styles'],
  state: ['api', 'rules', 'i18n', 'browser'],
  api: ['rules', 'browser'],
  rules: ['browser'],
  ui: ['i18n', 'browser', 'styles'],
  i18n: [],
  browser: [],
  styles: [],
};

const layerOf = (path) => relative(home, path).split('/')[0];
const featureOf = (path) => relative(home, path).split('/')[1];
const inside = (path) => !relative(home, path).startsWith('..');

/** What is wrong with one import of a file, or undefined. */
export function arrow(file, { from, line, typeOnly }) {
  const target = resolved(file, from);
  if (!target || !inside(target)) return undefined;
  const here = layerOf(file);
  const there = layerOf(target);
  if (/\/rules\/generated\//.test(target) && here !== 'rules') {
    return finding(file, line, `only web/src/rules may import what is generated, not ${here}`);
  }
  // Types are erased at run time, and every folder uses the wire types.
  if (typeOnly && there === 'rules') return undefined;
  if (here === 'features' && there === 'features' && featureOf(file) !== featureOf(target)) {
    return finding(file, line, `feature ${featureOf(file)} must not import feature ${featureOf(target)}`);
  }
  if (here === there || !(here in allowed) || allowed[here].includes(there)) return undefined;
  return finding(file, line, `${here} must not import ${there} (${from})`);
}

const endings = ['', '.ts', '.tsx', '.js', '/index.ts', '/index.tsx'];

/** The source file that an import names, or undefined for a package. */
function fileOf(file, from) {
  const target = resolved(file, from);
  return target && endings.map((ending) => target + ending).find((name) => /\.\w+$/.test(name) && existsSync(name));
}

/** Import cycles: one of their files would run before a module it needs. */
function inCircles(files) {
  const runs = ({ typeOnly, dynamic }) => !typeOnly && !dynamic;
  const graph = new Map(
    files.map((file) => [
      file,
      imports(file)
        .filter(runs)
        .map(({ from }) => fileOf(file, from)),
    ]),
  );
  return circles(graph).map((way) =>
    finding(way[0], 1, `files import each other in a circle: ${way.map((file) => relative(home, file)).join(' -> ')}`),
  );
}

/** Every file reached from `entry` by imports that survive the build, each with its importer. */
function reach(entry, { dynamic }) {
  const cameFrom = new Map([[entry, undefined]]);
  for (const file of cameFrom.keys()) {
    if (!/\.(tsx?|m?js)$/.test(file)) continue;
    for (const one of imports(file)) {
      if (one.typeOnly || (one.dynamic && !dynamic)) continue;
      const path = fileOf(file, one.from);
      if (path && !cameFrom.has(path)) cameFrom.set(path, file);
    }
  }
  return cameFrom;
}

function trail(cameFrom, file) {
  const steps = [];
  for (let at = file; at; at = cameFrom.get(at)) steps.unshift(relative(home, at));
  return steps.join(' -> ');
}

/** The page renderer has no WebAssembly, and no page may wait for it. */
function rulesStayAway() {
  const found = [];
  const server = at('web', 'src', 'entry', 'server.tsx');
  const browser = at('web', 'src', 'entry', 'browser.tsx');
  for (const [entry, dynamic, why] of [
    [server, true, 'the server bundle must not reach the rules'],
    [browser, false, 'the rules must be behind a dynamic import'],
  ]) {
    if (!existsSync(entry)) {
      found.push(`${shown(entry)}: is missing, so nobody knows what it reaches`);
      continue;
    }
    const cameFrom = reach(entry, { dynamic });
    for (const file of cameFrom.keys()) {
      const hit = dynamic ? layerOf(file) === 'rules' : /\/rules\/generated\//.test(file);
      if (hit) found.push(finding(entry, 1, `${why}: ${trail(cameFrom, file)}`));
    }
  }
  return found;
}

function serverBundle() {
  const bundle = at('web', 'dist', 'server', 'server.js');
  if (!existsSync(bundle)) return [`${shown(bundle)}: is missing; run \`npm start\` or \`npm run build\` first`];
  const text = readFileSync(bundle, 'utf8');
  const banned = [
    [/\bWebAssembly\b|onefare_wasm/, 'holds WebAssembly, which the page renderer does not have'],
    [/^\s*(import|export)\s/m, 'is a module, but the page renderer runs one classic script'],
    [/\bimport\(/, 'loads code later, but the page renderer has nothing to load from'],
  ];
  const found = banned.filter(([pattern]) => pattern.test(text)).map(([, why]) => finding(bundle, 1, why));
  if (!text.includes('onefareRender')) found.push(finding(bundle, 1, 'does not set onefareRender'));
  return found;
}

/** Class names derive from the sheet's file name alone, so two sheets of one name would style each other's elements. */
function classNames() {
  const first = new Map();
  return sources('web/src', '.module.css').flatMap((file) => {
    const name = basename(file);
    const other = first.get(name);
    if (other) return [finding(file, 1, `has the name of ${shown(other)}: their class names collide`)];
    first.set(name, file);
    return [];
  });
}

/** A page consists of many files: if two used one id, a heading could name another section. */
function ids(files) {
  const drawn = files.filter((file) => file.endsWith('.tsx'));
  const found = repeatedIds(new Map(drawn.map((file) => [file, code(file)])));
  return found.map(({ file, line, id, other }) =>
    finding(file, line, `the id "${id}" is given in ${shown(other)} too: useId`),
  );
}

export function web() {
  const files = sources('web/src', '.ts', '.tsx').filter((file) => !isTest(file));
  const arrows = files.flatMap((file) =>
    imports(file)
      .map((one) => arrow(file, one))
      .filter(Boolean),
  );
  const barrels = files.filter((file) => /\/index\.tsx?$/.test(file));
  return [
    ...arrows,
    ...inCircles(files),
    ...barrels.map((file) => finding(file, 1, 'no barrel files: import from where it is')),
    ...classNames(),
    ...ids(files),
    ...rulesStayAway(),
    ...serverBundle(),
  ];
}
