/**
 * One person leaves and another comes, in this tab or in another: nothing of the first is shown, told or sent for the
 * second.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { callId } from '#contract/call.ts'
import { ofFlags } from '#contract/who.ts'
import { json, record } from '#tests/offline/outbox-device.ts'
import type { OutboxDb } from './db.ts'
import type { Change } from './outbox.ts'

const personOf = (_id: number, name: string) => ({
  ...{ _id, id: _id, name, email: `${name}@example.com`, isAdmin: false, token: `token of ${name}` },
  permissions: { ...ofFlags(false), empType: '', myManager: null, changed_password: true },
})
const [ADA, BO] = [personOf(7, 'Ada'), personOf(8, 'Bo')]
const device = { now: () => Date.now(), random: Math.random, uuid: () => crypto.randomUUID() }

const change = (userId: number, customMessage: string): Change => ({
  ...{ userId, entity: `break:${userId}`, target: `break:${userId}`, kind: 'break.set', call: callId(updateMyBreak) },
  ...{ params: {}, body: { status: false, breakType: 'Lunch', customMessage }, baseRev: null },
})

let db: OutboxDb
const close: (() => void)[] = []
beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const { openDb } = await import('./db.ts')
  db = openDb()
  await db.delete()
  await db.open()
})
afterEach(async () => {
  for (const each of close.splice(0)) each()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await db.delete()
})

/** Opens a page from its start, whoever is signed in. */
async function openTab() {
  const { session } = await import('#src/api/session.ts')
  const { followSession } = await import('#src/shell/follow-session.ts')
  const changes = await import('./my-changes.ts')
  const stop = followSession({ invalidate: async () => {} } as never)
  close.push(() => {
    session.set(null)
    stop()
  })
  const { keepChange } = await import('./keep-change.ts')
  const { setSettledHandler } = await import('./settled-answers.ts')
  return { ...changes, keepChange, session, setSettledHandler }
}
const words = (rows: readonly { body: unknown }[]) =>
  rows.map(({ body }) => (body as { customMessage: string }).customMessage)

test.each(['this tab', 'another tab'])('the next person in %s sees and sends nothing of the last', async (where) => {
  const { session, keepChange, myChanges, onMyChanges, sendAll } = await openTab()
  session.set(ADA)
  await keepChange({ ...change(ADA._id, 'At the dentist'), call: updateMyBreak })
  await vi.waitFor(() => expect(words(myChanges().rows)).toEqual(['At the dentist']), 10_000)

  const shown: string[] = []
  close.push(onMyChanges(() => shown.push(...words(myChanges().rows))))
  if (where === 'this tab') {
    session.set(null)
    expect(myChanges()).toEqual({ status: 'loading', rows: [] })
    expect(await sendAll(0)).toEqual([])
    session.set(BO)
  } else {
    localStorage.setItem('userInfo', JSON.stringify(BO))
    window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }))
    expect(session.get()?.name).toBe('Bo')
  }
  expect(myChanges().rows).toEqual([])
  // A change of Ada's rows in a tab of hers does not show in this one.
  await db.outbox.where('userId').equals(ADA._id).modify({ about: 'changed since' })
  await keepChange({ ...change(BO._id, 'Soup'), call: updateMyBreak })
  await vi.waitFor(() => expect(words(myChanges().rows)).toEqual(['Soup']), 10_000)
  expect(new Set(shown)).toEqual(new Set(['Soup']))
  expect(words(await sendAll(0))).toEqual(['Soup'])
  // Ada's change waits for her.
  expect(words(await db.outbox.where('userId').equals(ADA._id).toArray())).toEqual(['At the dentist'])
  expect(await db.session.get('current')).toMatchObject({ userId: BO._id, token: BO.token })
})

test('does not show rows that a launch reads too late to the next person', async () => {
  const { followPerson, myChanges, onMyChanges } = await import('./my-changes.ts')
  const { enqueue } = await import('./outbox.ts')
  await enqueue(db, change(ADA._id, 'At the dentist'), device)
  const never = new Promise<void>(() => {})
  const shown: string[] = []
  close.push(onMyChanges(() => shown.push(...words(myChanges().rows))))
  const ada = followPerson(ADA, never)
  const bo = followPerson(BO, never)
  await Promise.all([ada, bo])
  expect(shown).toEqual([])
  expect(myChanges().rows).toEqual([])
  await followPerson(null)
})

test('does not report an unheard answer to the next person', async () => {
  const { session, setSettledHandler, keepChange } = await openTab()
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new Error('No store.')
  })
  vi.stubGlobal('fetch', async () => json({ ...record, rev: 7 }))
  const told: number[] = []
  session.set(ADA)
  expect(await keepChange({ ...change(ADA._id, 'At the dentist'), call: updateMyBreak })).toBe('sent')
  session.set(BO)
  setSettledHandler(({ userId }) => told.push(userId))
  expect(told).toEqual([])
})

test('does not report a late answer to the next person', async () => {
  const { session, setSettledHandler, keepChange } = await openTab()
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new Error('No store.')
  })
  let answer = (_: Response) => {}
  const answered = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const asked = vi.fn(() => answered)
  vi.stubGlobal('fetch', asked)
  const told: number[] = []
  setSettledHandler(({ userId }) => told.push(userId))
  session.set(ADA)
  const sent = keepChange({ ...change(ADA._id, 'At the dentist'), call: updateMyBreak })
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce(), 10_000)
  session.set(BO)
  answer(json({ ...record, rev: 7 }))
  expect(await sent).toBe('sent')
  expect(told).toEqual([])
})

/**
 * A tab that follows Ada while the disk has no session any more: another tab has signed her out, or the browser has
 * deleted it.
 */
async function followedButForgotten() {
  const { session } = await import('#src/api/session.ts')
  const engine = await import('./engine.ts')
  const { endSession } = await import('./forget.ts')
  const { enqueue } = await import('./outbox.ts')
  session.set(ADA)
  const person = { userId: ADA._id, token: ADA.token, maySend: true }
  close.push(
    await engine.follow(
      person,
      () => {},
      () => {},
    ),
  )
  await engine.sendWaiting()
  await enqueue(db, change(ADA._id, 'At the dentist'), device)
  await endSession(db, ADA._id, 'keep')
  return { engine, session }
}

test('stores a lost session again and sends the waiting rows', async () => {
  const { engine } = await followedButForgotten()
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('Authorization'))
    return Response.json({ detail: 'Not you.' }, { status: 403 })
  })
  await engine.sendWaiting()
  await vi.waitFor(() => expect(sent).toEqual([`Bearer ${ADA.token}`]), 10_000)
  expect(await db.session.get('current')).toMatchObject({ userId: ADA._id })
})

test.each([
  ['nobody', null],
  ['somebody else', BO],
])('does not restore the session of a person who left when %s is here', async (_, next) => {
  const { engine, session } = await followedButForgotten()
  const fetched = vi.fn(() => Promise.reject(new TypeError('no network')))
  vi.stubGlobal('fetch', fetched)
  session.set(next)
  await engine.sendWaiting()
  // A second drain, so that whatever the first one started is over.
  await engine.sendWaiting()
  expect(await db.session.get('current')).toBeUndefined()
  expect(fetched).not.toHaveBeenCalled()
})

test('does not overwrite the session of a person who came in another tab', async () => {
  const { engine } = await followedButForgotten()
  const { putSession } = await import('./outbox.ts')
  // Bo must change the password first, so nothing is sent in his name either.
  await putSession(db, { userId: BO._id, token: BO.token, maySend: false })
  await engine.sendWaiting()
  await engine.sendWaiting()
  expect(await db.session.get('current')).toMatchObject({ userId: BO._id, token: BO.token })
})
