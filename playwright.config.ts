/** What only a browser on the built portal can show. Every worker starts a server of its own (tests/e2e/fixtures.ts). */
import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser } from './scripts/find-browser.mjs'

export default defineConfig({
  testDir: 'tests/e2e',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only the second time is a broken test.
  retries: 0,
  // For a machine that is several times slower than most: what waits for the thing itself costs nothing elsewhere.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  outputDir: 'test-results',
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findBrowser(), args: browserArgs },
  },
})
