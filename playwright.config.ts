import { defineConfig } from '@playwright/test';
import { workersOfTests } from './scripts/test-plan.mjs';
import { findBrowser } from './test/e2e/find-browser.ts';

// Worker processes read this file too; the browser is searched for once.
process.env.BROWSER_PATH ??= findBrowser();

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/e2e/open-shop.ts',
  fullyParallel: true,
  // All of them talk to one shop, which has a processor's work with two.
  workers: workersOfTests({ most: 2 }),
  forbidOnly: Boolean(process.env.CI),
  // A shared machine stumbles now and then; a test that needed a second try is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.BROWSER_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // One process fewer for each worker: a tenth of the time.
        '--in-process-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        // No test asks anybody elsewhere.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
    trace: 'off',
  },
});
