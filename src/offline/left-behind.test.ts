/** What the sign-in page says of a session that ended by itself, after a reload (offline.md §2.5). */
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

async function launch() {
  const { session } = await import('#src/api/session.ts')
  const { waitingForSignIn } = await import('./left-behind.ts')
  const { followPerson } = await import('./my-changes.ts')
  await followPerson(session.get())
  return { session, waitingForSignIn }
}

test('why it ended, and how many changes wait for the person, is known after a reload', async () => {
  localStorage.setItem('portal.ended', 'Your session has ended.')
  localStorage.setItem('portal.left-behind', '3')
  const { session, waitingForSignIn } = await launch()
  expect([session.reason(), waitingForSignIn()]).toEqual(['Your session has ended.', 3])
})

test('whoever signs out leaves neither', async () => {
  localStorage.setItem('portal.ended', 'Your session has ended.')
  localStorage.setItem('portal.left-behind', '3')
  const { session } = await launch()
  session.set(null)
  vi.resetModules()
  const next = await launch()
  expect([next.session.reason(), next.waitingForSignIn()]).toEqual([null, 0])
})
