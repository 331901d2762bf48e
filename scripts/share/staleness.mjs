// Whether the committed share pictures match the current texts, drawings and template. Needs no browser.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readJson, shown } from '../lib/paths.mjs';
import { digest, FOLDER, HEIGHT, LIMIT, MANIFEST, WIDTH, wanted } from './families.mjs';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** What is wrong with a file: an indexed PNG states its size in the first chunk. */
function complaint(bytes, noted) {
  if (!bytes.subarray(0, 8).equals(SIGNATURE) || bytes.toString('latin1', 12, 16) !== 'IHDR') return 'is no PNG';
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width !== WIDTH || height !== HEIGHT) return `is ${width} by ${height}, not ${WIDTH} by ${HEIGHT}`;
  if (bytes.length > LIMIT) return `has ${bytes.length} bytes, more than ${LIMIT}`;
  return digest(bytes) === noted ? undefined : 'is not the file that the manifest notes';
}

function finding({ family, language, file, inputs }, manifest) {
  const noted = manifest.pictures?.[family]?.[language];
  if (!noted || !existsSync(file)) return `${shown(file)} is missing`;
  if (noted.inputs !== inputs) return `${shown(file)} shows an old text, drawing or template`;
  const wrong = complaint(readFileSync(file), noted.file);
  return wrong && `${shown(file)} ${wrong}`;
}

export function pictures() {
  const manifest = existsSync(MANIFEST) ? readJson(MANIFEST) : {};
  const all = wanted();
  const names = new Set([...all.map(({ file }) => basename(file)), basename(MANIFEST)]);
  const extra = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => !names.has(name)) : [];
  const found = [
    ...all.map((one) => finding(one, manifest)).filter(Boolean),
    ...extra.map((name) => `${shown(FOLDER)}/${name} belongs to no family of pages`),
  ];
  return found.length === 0 ? [] : [...found, 'make them anew: npm run share-pictures'];
}
