/** What only a browser on the built portal can show. Every worker starts a server of its own (tests/e2e/fixtures.ts). */
import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser, findShell } from './scripts/find-browser.mjs'

/** Without its windows a browser has no notifications, and ends a worker that sets the app's badge, as ours does after a background sync. */
const WITH_WINDOWS = /(chaos|offline|push)\.spec\.ts/

export default defineConfig({
  testDir: 'tests/e2e',
  // They wait more than they work: a third one uses what two cores leave.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A browser that stalls on a shared machine gets a second go, and the report names it; what proves that nothing is lost does not.
  retries: process.env.CI ? 1 : 0,
  // For a machine that is several times slower than most: what waits for the thing itself costs nothing elsewhere.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  outputDir: 'test-results',
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    // The page as it stood at each step takes a tenth of the machine: in CI it is kept of the second go. Moving pictures would take a third.
    trace: { mode: process.env.CI ? 'on-first-retry' : 'retain-on-failure', screenshots: false },
  },
  // The long ones first, or they would leave the other workers idle at the end.
  projects: [
    {
      name: 'browser',
      testMatch: WITH_WINDOWS,
      use: { launchOptions: { executablePath: findBrowser(), args: browserArgs } },
    },
    {
      name: 'headless shell',
      testIgnore: WITH_WINDOWS,
      use: { launchOptions: { executablePath: findShell(), args: browserArgs } },
    },
  ],
})
