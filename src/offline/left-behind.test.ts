/** What the sign-in page says, after a reload, about a session that ended by itself (offline.md §2.5). */
import { beforeEach, expect, test, vi } from 'vitest'
import { aSessionUser } from '#tests/session-user.ts'

const ADA = aSessionUser()

beforeEach(() => vi.resetModules())

async function launch() {
  const { session } = await import('#src/api/session.ts')
  const leftBehind = await import('./left-behind.ts')
  const { followPerson } = await import('./my-changes.ts')
  await followPerson(session.get())
  return { session, followPerson, ...leftBehind }
}

test('knows after a reload why the session ended, and how many changes wait', async () => {
  localStorage.setItem('portal.ended', 'Your session has ended.')
  localStorage.setItem('portal.left-behind', '3')
  const { session, waitingForSignIn } = await launch()
  expect([session.reason(), waitingForSignIn()]).toEqual(['Your session has ended.', 3])
})

test('knows neither after a sign-out', async () => {
  localStorage.setItem('portal.ended', 'Your session has ended.')
  localStorage.setItem('portal.left-behind', '3')
  const { session } = await launch()
  session.set(null)
  vi.resetModules()
  const next = await launch()
  expect([next.session.reason(), next.waitingForSignIn()]).toEqual([null, 0])
})

test.each([false, true])(
  'speaks of a lost change only if one was under way that is kept nowhere: %s',
  async (isOne) => {
    localStorage.setItem('portal.left-behind', '3')
    const { session, followPerson, whileUnderWay, isChangeLost, waitingForSignIn } = await launch()
    session.set(ADA)
    await followPerson(ADA)
    if (isOne) void whileUnderWay(new Promise(() => {}))
    session.end(ADA.token)
    await followPerson(null)
    expect([isChangeLost(), waitingForSignIn()]).toEqual([isOne, 0])
  },
)
