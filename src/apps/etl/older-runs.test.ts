import { expect, test } from 'vitest'
import { createApiKey, postLineage, RUNS_PER_CALL } from '#contract/apps/etl.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { lineageEvent } from '#tests/lineage-event.ts'
import { sessionOf, withPortal } from '#tests/page.tsx'
import { failedRuns } from './queries.ts'

const { portal } = withPortal()
const held = () => queryClient.getQueryData(failedRuns.query.queryKey)

test('older runs go on below a run that has failed anew since it was listed', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { key } = (await portal().call(createApiKey, { as: boss.token, body: { name: 'Airflow' } })).body
  const failure = (number: number, minute = number) =>
    lineageEvent({
      type: 'FAIL',
      time: new Date(Date.UTC(2026, 2, 1, 0, minute)).toISOString(),
      run: `run ${number}`,
    })
  const loaded = 2 * RUNS_PER_CALL
  const count = loaded + 100
  await portal().call(postLineage, { as: key, body: Array.from({ length: count }, (_, number) => failure(number)) })
  session.set(await sessionOf(portal(), boss))
  await queryClient.fetchQuery(failedRuns.query)
  await failedRuns.loadOlder()
  expect(held()?.runs).toHaveLength(loaded)
  await portal().call(postLineage, { as: key, body: failure(count - loaded, 10 * count) })
  await failedRuns.loadOlder()
  expect([held()?.runs.length, held()?.isWhole]).toEqual([count, true])
  queryClient.clear()
  session.set(null)
})
