// A Chromium for the journeys: an installed one, else Playwright's own download, else the distribution's package.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { onPath } from './paths.mjs';
import { Refusal } from './refusal.mjs';
import { line, run } from './run.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const apps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of an installed browser, or undefined. */
export function installedBrowser() {
  const chosen = process.env.ONEFARE_BROWSER;
  if (chosen) {
    const path = runs(chosen) ? chosen : onPath(chosen);
    if (path) return path;
    throw new Refusal(
      `ONEFARE_BROWSER=${chosen} is not a program: set it to the path of a Chromium or Chrome, or leave it out.`,
    );
  }
  return names.map(onPath).find(Boolean) ?? apps.find(runs);
}

/** Path of the browser that Playwright has downloaded, or undefined. */
async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

const onDebian = () => existsSync('/etc/debian_version') && onPath('apt-get');
// Ubuntu's `chromium` package only points to the snap store, which a container does not have.
const onUbuntu = () =>
  /^ID=ubuntu$/m.test(existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '');

/** Path of a browser; installs one if there is none. */
export async function browser() {
  const found = installedBrowser() ?? (await playwrightBrowser());
  if (found) return found;

  const root = process.getuid?.() === 0;
  const debian = onDebian() && !onUbuntu();
  const args = ['install', 'chromium', ...(root && onDebian() ? ['--with-deps'] : [])];
  // A blocked download is tried once, with a short timeout.
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '20000' };
  const first = await run('Installing Playwright’s Chromium', 'playwright', args, {
    log: 'browser-playwright',
    env,
    limit: 600,
  });
  const own = await playwrightBrowser();
  if (first.code === 0 && own) {
    line('✓', 'Playwright’s Chromium', `installed in ${first.took}`);
    return own;
  }

  if (root && debian) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('Reading Debian’s package list', 'apt-get', ['update'], { log: 'browser-apt-update', env });
    const install = ['install', '-y', '--no-install-recommends', 'chromium'];
    const second = await run('Installing Debian’s Chromium', 'apt-get', install, { log: 'browser-apt', env });
    const path = installedBrowser();
    if (second.code === 0 && path) {
      line('✓', 'Debian’s Chromium', `installed in ${second.took}`);
      return path;
    }
  }
  throw new Refusal(
    'No browser was found and none could be installed: the journeys run in a real Chromium; install chromium or Google Chrome, ' +
      'or set ONEFARE_BROWSER to the path of one.',
  );
}
