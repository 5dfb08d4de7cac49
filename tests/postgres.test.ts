import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** A program that starts and stops Postgres as a test run does, and then ends like a failed one. */
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
