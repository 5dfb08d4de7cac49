/** A change of a whole list, and changes of single records of that list, on one device. */
import { expect, test } from 'vitest'
import { drain } from '#src/offline/drain.ts'
import { endSession, forgetSettled, markAsRead } from '#src/offline/forget.ts'
import type { Row } from '#src/offline/row.ts'
import { json, newDevice } from './outbox-device.ts'

const list = { entity: 'checklist:7', kind: 'tasks', merges: null } as const
const all = {
  ...list,
  target: 'checklist:7',
  call: 'PUT /api/checklist/usertasks/:id/',
  params: { id: 7 },
  body: undefined,
}
const task = {
  _id: 3,
  empType: '',
  customMessage: '',
  moreInfo: '',
  isOffboarding: false,
  weight: 0,
  isChecked: true,
  checkedAt: null,
}

test('a person’s change of a whole list is no conflict for their change of a record that it changed', async () => {
  const { tap, context, sent, signIn, answers } = newDevice()
  await signIn()
  const one = (id: number) => ({
    ...list,
    target: `task:${id}`,
    call: 'PUT /api/checklist/todo/check/:id/',
    params: { id },
    body: { isChecked: false },
  })
  const theirs = { ...task, _id: 4, isChecked: false }
  const completed = [
    { ...task, rev: 21, isChanged: true },
    { ...theirs, rev: 20 },
  ]
  // A colleague changed the other one later, and nothing is left to complete.
  const untouched = [
    { ...task, rev: 22 },
    { ...theirs, rev: 30 },
  ]
  const listed = [completed, untouched]
  answers(({ url }) => json(url.includes('usertasks') ? listed.shift() : { ...task, rev: 22 }))
  await tap({ ...all, baseRev: null })
  await tap({ ...one(3), baseRev: 5 })
  await tap({ ...all, baseRev: null })
  await tap({ ...one(4), baseRev: 20 })
  await drain(context)
  expect(sent.map(({ headers }) => headers['Base-Rev'])).toEqual([undefined, '21', undefined, '20'])
})

/** A device on which “complete all” came too late for the task, as the portal's answer says. */
async function leftOpen() {
  const made = newDevice()
  await made.signIn()
  const overtaken = { by: 'Tom', theirs: '2026-03-02T10:05:00.000Z', yours: '2026-03-02T10:00:00.000Z' }
  made.answers(() => json([{ ...task, isChecked: false, rev: 9, overtaken }]))
  await made.tap({ ...all, baseRev: null })
  await drain(made.context)
  return made
}

test('keeps the note on a partly accepted change until it is read, also after a sign-out and days later', async () => {
  const { rows, db, device, clock } = await leftOpen()
  const detail = '1 task was opened or added later by Tom; it stays open.'
  const [left] = await rows()
  expect(left).toMatchObject({ state: 'acked', detail })
  await endSession(db, (left as Row).userId, 'keep')
  expect(await rows()).toMatchObject([{ detail, body: null, answer: null }])
  clock.now += 3 * 86_400_000
  await forgetSettled(db, device)
  expect(await rows()).toMatchObject([{ detail }])
  await markAsRead(db, left as Row)
  expect(await rows()).toMatchObject([{ detail: null }])
  await forgetSettled(db, device)
  expect(await rows()).toEqual([])
})

test('keeps an unread note for two weeks, without the list as it was then', async () => {
  const { rows, db, device, clock } = await leftOpen()
  clock.now += 3 * 86_400_000
  await forgetSettled(db, device)
  expect(await rows()).toMatchObject([{ state: 'acked', answer: null }])
  clock.now += 12 * 86_400_000
  await forgetSettled(db, device)
  expect(await rows()).toEqual([])
})

test('returns an unread note even after hundreds of changes accepted later', async () => {
  const { rows, tap, context, answers } = await leftOpen()
  const [left] = await rows()
  answers(({ url }) => json({ ...task, _id: Number(url.split('/').at(-2)), rev: 10 }))
  const body = { isChecked: true }
  for (let id = 100; id < 250; id++)
    await tap({ ...list, target: `task:${id}`, call: 'PUT /api/checklist/todo/check/:id/', params: { id }, body })
  await drain(context)
  const kept = await rows()
  expect(kept.length).toBeLessThan(150)
  expect(kept).toContainEqual(left)
})
