// Writes the vectors whose expectations are figures: the cases are chosen by hand below and in `cases/`; the expected
// results come from the oracle, or stand beside the case (`byHand`), and never come from the code under test.
// `node tests/oracle/write.mjs --check` reports whether the files match the oracle.
import { readFileSync, writeFileSync } from 'node:fs';
import * as bundleOracle from './bundle.mjs';
import * as bundle from './cases/bundle.mjs';
import * as money from './cases/money.mjs';
import * as percent from './cases/percent.mjs';
import * as priceText from './cases/price_text.mjs';
import * as quote from './cases/quote.mjs';
import * as moneyOracle from './money.mjs';
import * as priceTextOracle from './price_text.mjs';
import * as quoteOracle from './quote.mjs';

const oracle = { ...bundleOracle, ...moneyOracle, ...priceTextOracle, ...quoteOracle };
const families = { bundle, money, percent, price_text: priceText, quote };

/** Writes invisible characters (spaces of other widths, direction marks, controls) as escapes. */
const visible = (json) =>
  json.replace(
    /(?! )[\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Cc}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** One case per line, so that changing a case changes one line. */
export function text(rule, { spec, cases, byHand = [] }) {
  const computed = cases.map(([name, call, ...input]) => ({
    name,
    call,
    input,
    expect: oracle[call](...input) ?? null,
  }));
  const known = byHand.map(([name, call, input, expect]) => ({ name, call, input, expect }));
  const lines = [...computed, ...known].map((one) => visible(JSON.stringify(one)));
  const head = `{\n  "rule": ${JSON.stringify(rule)},\n  "spec": ${JSON.stringify(spec)},\n  "cases": [\n`;
  return `${head}    ${lines.join(',\n    ')}\n  ]\n}\n`;
}

/** Every file: path and text. */
export const files = Object.entries(families).map(([rule, family]) => ({
  rule,
  path: new URL(`../vectors/${rule}.json`, import.meta.url),
  text: text(rule, family),
}));

if (process.argv[1] === import.meta.filename) {
  for (const file of files) {
    if (process.argv.includes('--check')) {
      const fresh = readFileSync(file.path, 'utf8') === file.text;
      console.log(`${file.rule}: ${fresh ? 'as the oracle says' : 'differs from the oracle'}`);
      if (!fresh) process.exitCode = 1;
    } else {
      writeFileSync(file.path, file.text);
    }
  }
}
