// Finds or installs Chromium: an installed one, else Playwright's download, else the distribution's package. Journeys and
// Lighthouse prefer its headless shell, which has no user interface: it cuts the duration of journeys by 30 %, and takes
// less of a small machine's time from the page that Lighthouse measures.
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

const isRoot = () => process.getuid?.() === 0;
const mayUseDebian = () => isRoot() && onDebian() && !onUbuntu();

/** Installs a Debian package and returns the result of `run`. `limit` is in seconds, for each of the two commands. */
async function fromDebian(name, limit) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('Reading Debian’s package list', 'apt-get', ['update'], { log: 'browser-apt-update', env, limit });
  const args = ['install', '-y', '--no-install-recommends', name];
  return run(`Installing Debian’s ${name}`, 'apt-get', args, { log: 'browser-apt', env, limit });
}

/** Path of a browser; installs one if there is none. */
export async function browser() {
  const found = installedBrowser() ?? (await playwrightBrowser());
  if (found) return found;

  const args = ['install', 'chromium', ...(isRoot() && onDebian() ? ['--with-deps'] : [])];
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

  if (mayUseDebian()) {
    const second = await fromDebian('chromium');
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

const shell = 'chromium-headless-shell';

/**
 * Path of the installed browser for journeys and Lighthouse: the one that ONEFARE_BROWSER names, else the headless
 * shell, else any installed browser. Undefined if there is none: Playwright then uses its own download.
 */
export function installedHeadless() {
  return (process.env.ONEFARE_BROWSER ? undefined : onPath(shell)) ?? installedBrowser();
}

/**
 * Installs a browser for journeys if there is none. In CI it also tries to install the headless shell, and falls back to
 * the installed browser; elsewhere the developer decides which packages to install.
 */
export async function prepareForJourneys() {
  await browser();
  // Playwright's download, used when no browser is installed, includes a headless shell.
  const needsNone = process.env.ONEFARE_BROWSER || onPath(shell) || !installedBrowser();
  if (needsNone || !process.env.CI || !mayUseDebian()) return;
  const { code, took } = await fromDebian(shell, 180);
  if (code === 0 && onPath(shell)) line('✓', 'Chromium’s headless shell', `installed in ${took}`);
  else line('!', 'Chromium’s headless shell', 'cannot be installed: the journeys take longer');
}
