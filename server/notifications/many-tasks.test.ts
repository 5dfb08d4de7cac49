/** The reminder of a person with more due tasks than a statement takes parameters. */
import { expect, test } from 'vitest'
import { createTodo, startOnboarding } from '#contract/apps/checklist.ts'
import { inBatches } from '#server/lib/batches.ts'
import {
  ann,
  boss,
  minutes,
  portal,
  runSender,
  sentNotifications,
  subscribeDevice,
  withNotifiedPortal,
} from '#tests/notified.ts'
import { aTodo } from '#tests/todo.ts'

withNotifiedPortal()

test('is sent once, and keeps nobody else’s back', async () => {
  const cy = await portal.addUser({ name: 'Cy' })
  const body = aTodo({ customMessage: 'Return the keys', owner: 'self', dueDays: 0 })
  await portal.call(createTodo, { as: boss.token, body })
  for (const { id } of [ann, cy]) await portal.call(startOnboarding, { as: boss.token, params: { id } })
  const { db } = portal.deps
  const { id: _, ...task } = await db
    .selectFrom('user_task')
    .selectAll()
    .where('user_id', '=', ann.id)
    .executeTakeFirstOrThrow()
  const tasks = Array.from({ length: 21_999 }, () => ({ ...task, todo_id: null }))
  await inBatches(tasks, (batch) => db.insertInto('user_task').values(batch).execute())
  for (const who of [ann, cy]) await subscribeDevice({ tasks: true }, who)
  for (const minute of [0, 1, 2]) await runSender(minutes(minute))
  expect(sentNotifications().sort()).toEqual([
    ['Ann', 'Tasks of yours', '22000 tasks are due today.'],
    ['Cy', 'Tasks of yours', '1 task is due today.'],
  ])
}, 60_000)
