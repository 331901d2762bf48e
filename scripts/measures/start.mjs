// A second `npm start`, when everything is built.
import { npm } from '../lib/packages.mjs';
import { openProcess } from '../lib/trial-process.mjs';
import { trialSettings } from '../lib/trial-shop.mjs';

const answers = (url) =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Milliseconds from the command to the first page, including npm and the check for changes. */
export async function startAgain() {
  const { env, forget } = await trialSettings();
  const url = `${env.ONEFARE_PUBLIC_URL}/buy`;
  const [binary, args] = npm('start');
  try {
    const { readyAfter, close } = await openProcess({ binary, args, env, url });
    await close();
    // npm ends before the server it started.
    while (await answers(url)) await new Promise((next) => setTimeout(next, 100));
    return readyAfter;
  } finally {
    await forget();
  }
}
