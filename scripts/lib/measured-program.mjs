// Chooses the build that a measurement is about.
import { existsSync, statSync } from 'node:fs';
import { clientManifest } from './build.mjs';
import { serverBinary, shown } from './paths.mjs';

const age = (path) => statSync(path).mtimeMs;

/**
 * The release if it is newer than the development build and its pages, else the build that `npm start` runs. Prints
 * which.
 */
export function measuredProgram() {
  const [release, development] = [serverBinary('dist'), serverBinary()];
  const current = existsSync(release) && age(release) > Math.max(age(development), age(clientManifest));
  console.log(
    `  measuring ${current ? 'the release' : 'the development build'}, ${shown(current ? release : development)}`,
  );
  if (!current && existsSync(release)) console.log('  (the release is older; `npm run build` makes a new one)');
  return current ? release : development;
}
