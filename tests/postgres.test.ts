import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Imports what the test run imports, starts and stops it, and then fails as a test run does. */
const FAILING_RUN = `
  const { startPostgres } = await import('./tests/postgres.ts')
  const { stop } = await startPostgres()
  await stop()
  process.exitCode = 3
`

test('a failed test run stays failed beside the Postgres that it started', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', FAILING_RUN],
    { encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  expect(status).toBe(3)
})
