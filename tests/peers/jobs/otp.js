// A pasted code: any text in, its four digits out, nothing when there are not as many.
import * as v from 'valibot';
import { z } from 'zod';
import { after } from '../../../web/src/rules/otp.ts';

/** The zero of each set of digits that the rule knows. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

/** The rule in plain script: no library knows these digits, so a schema has to be built round it. */
function digits(text) {
  let found = '';
  for (const letter of text) {
    const point = letter.codePointAt(0);
    const zero = ZEROS.find((start) => point >= start && point < start + 10);
    if (zero !== undefined) found += point - zero;
    if (found.length === 4) break;
  }
  return found;
}

const WHOLE = /^[0-9]{4}$/;
const zodCode = z.string().transform(digits).pipe(z.string().regex(WHOLE));
const valibotCode = v.pipe(v.string(), v.transform(digits), v.regex(WHOLE));

export const otp = {
  name: 'OTP paste',
  notes: ['The schemas of zod and valibot stand round the plain script: neither knows Arabic or Persian digits.'],
  goals: { valibot: { goal: 1 } },
  inputs: ['1234', ' 12 34 ', 'Your code: 12-34', '٠١٢٣', '۴۵۶۷', '12', 'no digits', '98765', 'code 0042', '１２３４'],
  contestants: (shipped) => ({
    rules: (text) => {
      // The call of the sign-in form, whose boxes are empty when a code is pasted.
      const boxes = after(shipped, '', text);
      return boxes.length === 4 ? boxes : undefined;
    },
    zod: (text) => zodCode.safeParse(text).data,
    valibot: (text) => {
      const { success, output } = v.safeParse(valibotCode, text);
      return success ? output : undefined;
    },
    'plain script': (text) => {
      const boxes = digits(text);
      return WHOLE.test(boxes) ? boxes : undefined;
    },
  }),
};
