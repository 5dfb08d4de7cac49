/** Tests that stand beside their files or under tests/, by the runtime they need. Browser tests: playwright.config.ts. */
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { FlakyReporter } from './tests/flaky-reporter.ts'

/** Numbers, days and the order of names are written in the machine's language, which is another on each. Workers inherit it. */
process.env.LC_ALL = 'C.UTF-8'

/** What is asked for until it is so; a machine that is busy takes its time. */
const expect = { poll: { timeout: 10_000 } }

/**
 * What meets a database, or the machine's clock, that stalls on a shared machine gets a second go, and the report names it;
 * what proves that nothing is lost (tests/offline) does not.
 */
const retry = process.env.CI ? 1 : 0

const server = {
  environment: 'node',
  include: ['server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect,
  retry,
  // A portal keeps nothing in its modules: loading them once for all files saves a third of the time.
  isolate: false,
}

const page = {
  environment: 'happy-dom',
  // A link that is clicked would take the window along, which is every file's.
  environmentOptions: {
    happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
  },
  setupFiles: ['tests/setup-page.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect,
  retry,
}
/** Each project takes what is in it apart: none can have another's. */
const inPage = () => ({ plugins: [react()], define: { __VERSION__: '"0.0.0-test"' } })

/** What replaces a module for itself, or loads it anew, must not find it loaded; what looks into the device's database wants it to be new. */
const ALONE = /vi\.(?:mock|doMock|resetModules)\(|openDb\(|IDBDatabase/
const alone = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => join('src', file))
  .filter((file) => /\.test\.tsx?$/.test(file) && ALONE.test(readFileSync(file, 'utf8')))

export default defineConfig({
  test: {
    reporters: ['default', new FlakyReporter()],
    // They wait now and then, for a timer or a database: one more uses what the cores leave.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'contract', environment: 'node', include: ['contract/**/*.test.ts'] } },
      { test: { name: 'sqlite', ...server } },
      { test: { name: 'postgres', ...server, globalSetup: ['tests/setup-postgres.ts'] } },
      // The modules of the page take as long to load as most files take to run: they are loaded once.
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
