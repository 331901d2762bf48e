// The shop serves the browsers of Baseline 2023: Chrome and Edge 120, Firefox 121, Safari 17.2, and newer ones. A build
// lowers syntax, and no interfaces: a newer one throws in an older browser, and that may be the page after a payment.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, shown } from '../lib/paths.mjs';

/** Interfaces that became available in all browsers after 2023, or that some browser still lacks (web-features' data). */
const NEWER = [
  /\bAbortSignal\.(any|timeout)\b/,
  /\bPromise\.(withResolvers|try)\b/,
  /\bArray\.fromAsync\b/,
  /\b(Object|Map)\.groupBy\b/,
  /\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /\bURL\.parse\b/,
  /\bIterator\.(from|concat|prototype)\b/,
  /\bIntl\.(DurationFormat|Segmenter)\b/,
  /\bRegExp\.escape\b/,
  /\bMath\.(sumPrecise|f16round)\b/,
  /\bError\.isError\b/,
  /\bJSON\.(rawJSON|isRawJSON)\b/,
  /\bUint8Array\.from(Base64|Hex)\b/,
  /\.(toBase64|toHex|setFromBase64)\(/,
  /\.(transferToFixedLength)\(/,
  /\bTemporal\./,
  /\bFloat16Array\b/,
  /\.(showPopover|hidePopover|togglePopover|requestClose|moveBefore|checkVisibility)\(/,
  /\b(setHTML|setHTMLUnsafe|parseHTMLUnsafe)\(/,
  /\b(cookieStore|scheduler\.(yield|postTask)|CSS\.registerProperty|navigator\.userActivation)\b/,
  /\brequestIdleCallback\b/,
  /\bstartViewTransition\b/,
  /\b(URLPattern|CloseWatcher|EyeDropper)\b/,
  /\bnavigation\.(navigate|addEventListener|currentEntry)\b/,
];

/** Uses that ask first whether the browser has the interface. */
const ASKED_FOR = [
  [/\brequestIdleCallback\b/, /["'`]requestIdleCallback["'`]\s*in\s*window/],
  [/\bnavigation\.(navigate|addEventListener|currentEntry)\b/, /typeof navigation/],
  // React's, for a component that no page uses.
  [/\bstartViewTransition\b/, /\.startViewTransition\(\{/],
];

/** The newer interfaces that a script uses without asking. */
export function newer(script) {
  const isAskedFor = (pattern) => ASKED_FOR.some(([of, sign]) => of.source === pattern.source && sign.test(script));
  return NEWER.filter((pattern) => pattern.test(script) && !isAskedFor(pattern)).map(
    (pattern) => script.match(pattern)[0],
  );
}

/** Every use in the built scripts. */
export function tooNew() {
  const folder = at('web', 'dist', 'client', 'assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  if (scripts.length === 0) return [`${shown(folder)}: holds no script; run \`npm run build\` first`];
  return scripts.flatMap((name) => {
    const found = newer(readFileSync(join(folder, name), 'utf8'));
    return found.map((one) => `${shown(join(folder, name))}: ${one} is missing in browsers that the shop serves`);
  });
}
