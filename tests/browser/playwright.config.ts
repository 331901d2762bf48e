// How the journeys run: a real Chromium against the real binary, nothing in between.
import { defineConfig } from '@playwright/test';
import { installedBrowser } from '../../scripts/lib/browser.mjs';

// Chromium in a container or as root has no sandbox of its own; the rest keeps it from talking to anyone but the shop.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const executablePath = installedBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../target/test-results',
  // Each worker starts a shop of its own, so that tests never see each other's orders.
  workers: 2,
  fullyParallel: true,
  // A second try is for the trace: recording every first one made the journeys take 1.4 times as long. A test that
  // passes on it is counted as failed all the same (`scripts/suites/journeys.mjs`).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 45_000,
  expect: { timeout: 8_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // The page's policy is part of what is tested; never set `bypassCSP` here.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { args: flags, ...(executablePath ? { executablePath } : {}) },
  },
});
