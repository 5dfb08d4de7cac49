import { expect, test } from './fixtures.ts'
import { soakWall } from './soak/wall-soak.ts'

/** A short soak test; `npm run soak` runs the long one. */
test('a wall stays right over midnight and the end of summer time, and its memory does not grow', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const soak = {
    from: '2026-10-24T21:45:00Z',
    hours: 4,
    people: 30,
    updates: 2_000,
    reconnects: 10,
    restarts: 1,
    checks: 15,
  }
  const result = await soakWall(browser, soak, () => {})
  expect(result).toMatchObject({ checks: 15, midnights: 1 })
  expect(result.sockets).toBeGreaterThanOrEqual(12)
  expect(result.updates).toBeGreaterThanOrEqual(2_000)
})
