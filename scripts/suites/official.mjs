// The providers' own libraries against the sandbox: they judge whether the double speaks as the original does.
import { nodeTests } from './node-tests.mjs';

export const name = 'Official libraries';

export const test = (args) => nodeTests('Official libraries', 'official', args);
