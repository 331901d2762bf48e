// Which demands of the specification are answered, and by what.
import { nodeTests } from './node-tests.mjs';

export const name = 'Specification';

export async function test(args) {
  const result = await nodeTests('Specification', 'spec-coverage', args);
  const owed = [...result.output.matchAll(/^ *# (issue \d+ owes .*)$/gm)].map(([, words]) => words);
  return { ...result, notes: owed };
}
