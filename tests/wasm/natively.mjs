// Runs natively the rules that no page calls, through the calls that also replay the vectors.
import { after } from 'node:test';
import { nativeSide } from '../parity/native.mjs';

const side = nativeSide('exports');
after(() => side.end());

/** The answers of one call to many inputs. */
export async function answers(call, inputs) {
  const texts = await side.ask(inputs.map((input) => ({ call, input })));
  return texts.map((text) => JSON.parse(text));
}

/** The answer of one call. */
export async function natively(call, ...input) {
  const [answer] = await answers(call, [input]);
  return answer;
}
