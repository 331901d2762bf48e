// Every rule whose random cases are compared. To add one: write a file beside this one that exports a `Rule` of
// compare.mjs, name it here, and add its native side in tests/parity_native.
import { exports } from './exports.mjs';
import { quote } from './quote.mjs';

export const rules = [exports, quote];
