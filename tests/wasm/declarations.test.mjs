// The TypeScript declarations of the build: every wire type is there, and contains only what JSON can carry.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { packaged, root } from './package.mjs';

const declarations = readFileSync(packaged('onefare_wasm.d.ts'), 'utf8').replace(/\/\*[\s\S]*?\*\//gu, '');

test('every wire type of core is declared', () => {
  const core = join(root, 'core', 'src');
  const sources = readdirSync(core, { recursive: true }).filter((file) => file.endsWith('.rs'));
  const marked = /derive\(tsify::Tsify\)\)\]\n(?:#\[.*\]\n)*pub (?:struct|enum) (\w+)/gu;
  const names = sources
    .flatMap((file) => [...readFileSync(join(core, file), 'utf8').matchAll(marked)])
    .map((m) => m[1]);
  assert.ok(names.length > 30, `${names.length} types`);
  for (const name of names) assert.match(declarations, new RegExp(`export (interface|type) ${name}\\b`, 'u'));
});

test('only what JSON carries: no bigint, Map, null or any', () => {
  // The one field that the specification always includes, with or without a value.
  const always = 'expire_date: string | null;';
  assert.ok(declarations.includes(always));
  const others = declarations.replace(always, '').replace(/"\w+"/gu, '');
  assert.doesNotMatch(others, /\b(bigint|Map|null|any|unknown)\b/u);
  assert.match(declarations, /expected_amount\?: number;/u);
  assert.match(declarations, /\(\{ page: "buy" \} & BuyPage\)/u);
});
