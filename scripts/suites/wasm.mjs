// The built WASM: the same vectors that the Rust tests replay natively.
import { nodeTests } from './node-tests.mjs';

export const name = 'WASM';

export const test = (args) => nodeTests('WASM tests', 'wasm', args);
