/** Tests that stand beside their files or under tests/, by the runtime they need. Browser tests: playwright.config.ts. */
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const server = {
  environment: 'node',
  include: ['server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A portal keeps nothing in its modules: loading them once for all files saves a third of the time.
  isolate: false,
}

export default defineConfig({
  test: {
    // Of two cores one would be left idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: 'contract', environment: 'node', include: ['contract/**/*.test.ts'] } },
      { test: { name: 'sqlite', ...server } },
      { test: { name: 'postgres', ...server, globalSetup: ['tests/setup-postgres.ts'] } },
      {
        plugins: [react()],
        define: { __VERSION__: '"0.0.0-test"' },
        test: {
          name: 'page',
          environment: 'happy-dom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/setup-page.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'offline',
          environment: 'node',
          include: ['tests/offline/**/*.test.ts'],
          setupFiles: ['fake-indexeddb/auto'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'house',
          environment: 'node',
          include: ['tests/*.test.ts', 'sw/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
