import { CODE_LENGTH } from '../browser/code-length';

/** The zero of each set of digits that the rule in the core knows. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

function digits(text: string): string {
  const values = [...text].map((character) => {
    const point = character.codePointAt(0) ?? 0;
    const zero = ZEROS.find((one) => point >= one && point < one + 10);
    return zero === undefined ? '' : String(point - zero);
  });
  return values.join('').slice(0, CODE_LENGTH);
}

/** The boxes after a text was typed or pasted, where the rules cannot be loaded: a complete code replaces all. */
export function plainCodeAfter(boxes: string, text: string): string {
  const typed = digits(text);
  return typed.length === CODE_LENGTH ? typed : digits(boxes + typed);
}
