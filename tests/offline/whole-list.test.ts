/** A change of a whole list and changes of single records of it, on one device. */
import { expect, test } from 'vitest'
import { drain } from '#src/offline/drain.ts'
import { json, newDevice } from './outbox-device.ts'

test('what one did to all of a list is no conflict with what one does to one that this changed', async () => {
  const { tap, line, sent, signIn, answers } = newDevice()
  await signIn()
  const list = { entity: 'checklist:7', kind: 'tasks', merges: null } as const
  const all = {
    ...list,
    target: 'checklist:7',
    call: 'PUT /api/checklist/usertasks/:id/',
    params: { id: 7 },
    body: undefined,
  }
  const one = (id: number) => ({
    ...list,
    target: `task:${id}`,
    call: 'PUT /api/checklist/todo/check/:id/',
    params: { id },
    body: { isChecked: false },
  })
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
  const theirs = { ...task, _id: 4, isChecked: false }
  const completed = [
    { ...task, rev: 21, isChanged: true },
    { ...theirs, rev: 20 },
  ]
  // A colleague was later with the other one, and there is nothing left to complete.
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
  await drain(line)
  expect(sent.map(({ headers }) => headers['Base-Rev'])).toEqual([undefined, '21', undefined, '20'])
})
