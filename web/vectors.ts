import { readFileSync } from 'node:fs';

/** A case of `tests/vectors`. */
export interface Case<Input extends unknown[] = string[], Expected = unknown> {
  name: string;
  call: string;
  input: Input;
  expect: Expected;
}

/**
 * The cases of one call in a file of `tests/vectors`. Where the web has to say what the core decides, because a page
 * works without WebAssembly or because no rule of this size is worth its bytes there, a test holds it against them.
 */
export function vectors<Input extends unknown[] = string[], Expected = unknown>(
  file: string,
  call: string,
): Case<Input, Expected>[] {
  const text = readFileSync(new URL(`../tests/vectors/${file}.json`, import.meta.url), 'utf8');
  const { cases } = JSON.parse(text) as { cases: Case<Input, Expected>[] };
  return cases.filter((one) => one.call === call);
}
