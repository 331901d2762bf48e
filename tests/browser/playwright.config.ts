// How the journeys run: a real Chromium against the real binary.
import { defineConfig } from '@playwright/test';
import { installedHeadless } from '../../scripts/lib/browser.mjs';

// Chromium has no sandbox of its own in a container or as root; the other flags keep it from contacting anything but
// the shop.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const executablePath = installedHeadless();

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../target/test-results',
  // Each worker starts a shop of its own, so that tests never see each other's orders.
  workers: 2,
  fullyParallel: true,
  // The retry exists for its trace: tracing every first try made the journeys take 1.4 times as long. A test that
  // passes only on the retry still counts as failed (`scripts/suites/journeys.mjs`).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 45_000,
  expect: { timeout: 8_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // The page's CSP is part of the test; never set `bypassCSP` here.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { args: flags, ...(executablePath ? { executablePath } : {}) },
  },
});
