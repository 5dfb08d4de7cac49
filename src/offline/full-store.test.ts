/** Changes that wait in a store which is full by the time the line is back. */
import { expect, test, vi } from 'vitest'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { callId } from '#contract/call.ts'
import { eachOnNewPage } from '#tests/new-page.ts'
import { aSessionUser } from '#tests/session-user.ts'

eachOnNewPage()

const ADA = aSessionUser()
const entity = `break:${ADA._id}`
const CHANGE = {
  ...{ userId: ADA._id, entity, target: entity, kind: 'break.set', call: callId(updateMyBreak), params: {} },
  ...{ body: { status: false, breakType: 'Lunch' }, baseRev: null },
}

/** Makes every write fail, as where the disk is full and nothing of it is ours to free. Deleting needs no room. */
function fillForGood(): void {
  for (const write of ['put', 'add'] as const)
    vi.spyOn(IDBObjectStore.prototype, write).mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
}

const AWAY = { _id: 1, user: ADA._id, userName: ADA.name, empType: '', status: false, breakType: 'Lunch' }
const ANSWER = { ...AWAY, customMessage: '', clockOutTime: '2026-03-02T10:00:00.000Z', rev: 5 }

test.each([
  { when: 'while the page is open', isReloaded: false },
  { when: 'at a launch', isReloaded: true },
])('sends a waiting change once though the store takes no more writes, $when', async ({ isReloaded }) => {
  const keys: (string | null)[] = []
  let isThere = false
  vi.stubGlobal('fetch', async (_url: string, { method, headers }: RequestInit = {}) => {
    if (!isThere) throw new TypeError('no network')
    if (method !== 'PUT') return Response.json({ detail: 'Not you.' }, { status: 403 })
    keys.push(new Headers(headers).get('idempotency-key'))
    return Response.json(ANSWER)
  })
  const person = { userId: ADA._id, token: ADA.token, maySend: true }
  const { session } = await import('#src/api/session.ts')
  session.set(ADA)
  let engine = await import('./engine.ts')
  let stop = await engine.follow(person, () => {}, vi.fn())
  await engine.keep(CHANGE)
  const [row] = await engine.rows(ADA._id)
  const onFailure = vi.fn()
  fillForGood()
  if (isReloaded) {
    stop()
    vi.resetModules()
    engine = await import('./engine.ts')
    stop = await engine.follow(person, () => {}, onFailure)
    expect(onFailure).toHaveBeenCalledWith('full')
  }
  const { setSettledHandler } = await import('./settled-answers.ts')
  const heard = vi.fn()
  setSettledHandler(heard)
  isThere = true
  await vi.waitFor(async () => {
    await engine.sendAllNow()
    expect(await engine.rows(ADA._id)).toEqual([])
  }, 10_000)
  await engine.sendAllNow()
  expect(keys).toEqual([row?.key])
  expect(heard).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'break.set', answer: ANSWER }))
  stop()
})
