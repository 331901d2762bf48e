// Every letter in every language, sent to a mail server and read by a third-party parser.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npm } from '../lib/packages.mjs';
import { at } from '../lib/paths.mjs';
import { line, mustRun } from '../lib/run.mjs';
import { unlessFresh } from '../lib/stamp.mjs';

export const shows = 'a mail server of others takes every letter, and a reader of others reads what was written';
export const takes = '1 minute';

/** Tests that do something only when a variable names a folder or server. */
const tests = ['letters_can_be_looked_at', 'another_server_takes_every_letter'];

const folder = at('tests', 'letters');
const written = at('target', 'letters');

function install() {
  const lock = join(folder, 'package-lock.json');
  const outputs = [join(folder, 'node_modules', '.package-lock.json')];
  return unlessFresh('letters', { inputs: [join(folder, 'package.json'), lock], outputs }, () =>
    mustRun('Installing a mail server', ...npm('ci', '--no-audit', '--no-fund'), { log: 'letters', cwd: folder }),
  );
}

const file = (name, kind) => readFileSync(join(written, `${name}.${kind}`), 'utf8').trimEnd();

/** How a received letter differs from what the server wrote. */
function faults(letter) {
  const found = [...letter.faults];
  if (letter.text?.replaceAll('\r\n', '\n').trimEnd() !== file(letter.name, 'txt')) found.push('its text is another');
  if (letter.html.replaceAll('\r\n', '\n').trimEnd() !== file(letter.name, 'html')) found.push('its page is another');
  const pictures = letter.name.startsWith('esim-ready') ? 'image/png inline related' : '';
  if (letter.pictures.join() !== pictures) found.push(`its pictures are "${letter.pictures}"`);
  if (!letter.subject) found.push('it has no subject');
  if (letter.to.join() !== 'amal+shop@example.com') found.push(`it went to ${letter.to}`);
  return found;
}

export async function prove() {
  await install();
  rmSync(written, { recursive: true, force: true });
  mkdirSync(written, { recursive: true });
  const { receiver } = await import(pathToFileURL(join(folder, 'receiver.mjs')));
  const server = await receiver();
  try {
    const env = { ONEFARE_LETTERS: written, ONEFARE_SMTP: `127.0.0.1:${server.port}` };
    const args = ['test', '--locked', '-p', 'onefare-server', '--lib', '--', ...tests];
    await mustRun('Writing and sending every letter', 'cargo', args, { log: 'letters-sent', env });
  } finally {
    await server.close();
  }
  const letters = await server.letters();
  const names = readdirSync(written).filter((name) => name.endsWith('.txt'));
  const missing = names.filter((name) => !letters.some((letter) => `${letter.name}.txt` === name));
  for (const name of missing) line('✗', name, 'did not arrive');
  const wrong = letters.filter((letter) => faults(letter).length > 0);
  for (const letter of wrong) line('✗', letter.name, faults(letter).join(', '));
  line(wrong.length + missing.length === 0 ? '✓' : '✗', `${letters.length} of ${names.length} letters taken`);
  return names.length > 0 && letters.length === names.length && missing.length + wrong.length === 0;
}
