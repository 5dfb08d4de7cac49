import { expect, test } from 'vitest'
import { startOnboarding } from '#contract/apps/checklist.ts'
import { EVERYONE } from '#contract/values.ts'
import { inBatches } from '#server/lib/batches.ts'
import { openPortal } from '#tests/portal.ts'

test('a checklist may have more tasks than one statement can insert', async () => {
  const portal = await openPortal()
  const { db } = portal.deps
  const boss = await portal.addUser({ isAdmin: true })
  const everyone = await db.selectFrom('department').select('id').where('name', '=', EVERYONE).executeTakeFirstOrThrow()
  const todo = { department_id: everyone.id, details: '', is_offboarding: 0, rev: 0 }
  const todos = Array.from({ length: 4_000 }, (_, weight) => ({ ...todo, title: `Todo ${weight}`, weight }))
  await inBatches(todos, (batch) => db.insertInto('todo').values(batch).execute())
  const { status, body } = await portal.call(startOnboarding, { as: boss.token, params: { id: boss.id } })
  expect(status).toBe(201)
  expect([body.length, body.at(-1).customMessage]).toEqual([4_000, 'Todo 3999'])
  await portal.close()
})
