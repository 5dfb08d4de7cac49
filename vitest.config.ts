/** The Vitest projects, one for each runtime that tests need. Browser tests are configured in playwright.config.ts. */
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { FlakyReporter } from './tests/flaky-reporter.ts'

/** Number formats, dates and sort order depend on the locale, which differs by machine. Workers inherit this one. */
process.env.LC_ALL = 'C.UTF-8'

/** Tests throw away most of what they allocate: more room for young objects saves a twelfth of the time. */
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim()

/** Timeout of `expect.poll`, long enough for a busy machine. */
const expect = { poll: { timeout: 10_000 } }

/**
 * On a shared machine a database or the clock may stall, so in CI a failed test gets a second attempt, and the report names
 * it. Tests that prove that nothing is lost (tests/offline) get none.
 */
const retry = process.env.CI ? 1 : 0

const server = {
  environment: 'node',
  include: ['server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect,
  retry,
  // Server modules hold no state between portals, so all files share one load of them, which saves a third of the time.
  isolate: false,
}

const page = {
  environment: 'happy-dom',
  // All files share one window, so a clicked link must not navigate it away.
  environmentOptions: {
    happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
  },
  setupFiles: ['tests/setup-page.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect,
  retry,
}
/** Returns new options for each project: a project takes its options apart, so two cannot share them. */
const inPage = () => ({ plugins: [react()], define: { __VERSION__: '"0.0.0-test"' } })

/**
 * Matches tests that need a module registry of their own (they mock or reload modules) or a new device database (they read
 * it directly). Their files run isolated.
 */
const NEEDS_ISOLATION = /vi\.(?:mock|doMock|resetModules)\(|openDb\(|IDBDatabase/
const alone = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => join('src', file))
  .filter((file) => /\.test\.tsx?$/.test(file) && NEEDS_ISOLATION.test(readFileSync(file, 'utf8')))

export default defineConfig({
  test: {
    reporters: ['default', new FlakyReporter()],
    // Workers sometimes wait for a timer or a database: one more than there are cores uses that time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'contract', environment: 'node', include: ['contract/**/*.test.ts'] } },
      { test: { name: 'sqlite', ...server } },
      { test: { name: 'postgres', ...server, globalSetup: ['tests/setup-postgres.ts'] } },
      // Loading the page's modules takes as long as running most test files, so all files share one load.
      {
        ...inPage(),
        test: { name: 'page', ...page, include: ['src/**/*.test.{ts,tsx}'], exclude: alone, isolate: false },
      },
      { ...inPage(), test: { name: 'page-alone', ...page, include: alone } },
      {
        test: {
          name: 'offline',
          environment: 'node',
          include: ['tests/offline/**/*.test.ts'],
          setupFiles: ['fake-indexeddb/auto'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect,
        },
      },
      {
        test: {
          name: 'house',
          environment: 'node',
          include: ['tests/*.test.ts', 'sw/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect,
          retry,
        },
      },
    ],
  },
})
