// Every rule whose random cases are compared. To add one: a file of its own beside this one that exports a `Rule` of
// compare.mjs, its name here, and its native side in tests/parity_native.
import { exports } from './exports.mjs';
import { quote } from './quote.mjs';

export const rules = [exports, quote];
