// Whether the check of import arrows finds a planted circle and a planted upward arrow.
import { nodeTests } from './node-tests.mjs';

export const name = 'Import arrows';

export const test = (args) => nodeTests('Import arrows', 'arrows', args);
