/** Browser tests against the built portal. Every worker starts a server of its own (tests/e2e/fixtures.ts). */
import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser, findShell } from './scripts/find-browser.mjs'

/**
 * Tests that need the full browser. The headless shell has no notifications, and it ends a service worker that sets the
 * app's badge, as ours does after a background sync.
 */
const FULL_BROWSER_TESTS = /(chaos|offline|push)\.spec\.ts/

export default defineConfig({
  testDir: 'tests/e2e',
  // Workers wait more than they compute: a third one uses the idle time of two cores.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // On a shared machine a browser may stall, so in CI a failed test gets a second attempt, which the report names. Tests
  // that prove that nothing is lost turn retries off.
  retries: process.env.CI ? 1 : 0,
  // Sized for a machine several times slower than most. Tests wait for conditions, so a fast machine loses no time.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  outputDir: 'test-results',
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    // Page snapshots at each step cost a tenth of the machine, so in CI only the second attempt is traced. Screenshots
    // would cost a third and are off.
    trace: { mode: process.env.CI ? 'on-first-retry' : 'retain-on-failure', screenshots: false },
  },
  // The long tests run first: at the end they would leave the other workers idle.
  projects: [
    {
      name: 'browser',
      testMatch: FULL_BROWSER_TESTS,
      use: { launchOptions: { executablePath: findBrowser(), args: browserArgs } },
    },
    {
      name: 'headless shell',
      testIgnore: FULL_BROWSER_TESTS,
      use: { launchOptions: { executablePath: findShell(), args: browserArgs } },
    },
  ],
})
