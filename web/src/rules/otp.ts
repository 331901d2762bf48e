import { CODE_LENGTH } from '../browser/code-length';
import type * as Binding from './generated/onefare_wasm';

/** The rules' calls for the boxes: there the boxes are one number, their digits behind a leading 1. */
type Boxes = Pick<typeof Binding, 'otp_after' | 'otp_with'>;

const EMPTY = 1;
const COMPLETE = 10 ** CODE_LENGTH;

const held = (boxes: string) => Number(`1${boxes}`);
const shown = (boxes: number) => String(boxes).slice(1);

function typed({ otp_after }: Boxes, text: string): number {
  let boxes = EMPTY;
  // Unit by unit, because passing a text costs more than finding its digits.
  for (let at = 0; at < text.length && boxes < COMPLETE; at += 1) boxes = otp_after(boxes, text.charCodeAt(at));
  return boxes;
}

/** The digits that a paste puts into empty boxes, at most four. */
export const pasted = (rules: Boxes, text: string): string => shown(typed(rules, text));

/** The boxes after a text was typed or pasted into them. */
export const after = (rules: Boxes, boxes: string, text: string): string =>
  shown(rules.otp_with(held(boxes), typed(rules, text)));
