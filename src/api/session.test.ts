/** Who is signed in, in a tab that was not told who has left and who has come in another. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ofFlags } from '#contract/who.ts'
import { session } from './session.ts'

const personOf = (_id: number, name: string) => ({
  ...{ _id, id: _id, name, email: `${name}@example.com`, isAdmin: false, token: `token of ${name}` },
  permissions: { ...ofFlags(false), empType: '', myManager: null, changed_password: true },
})
const [ADA, BO] = [personOf(7, 'Ada'), personOf(8, 'Bo')]
const stored = () => JSON.parse(localStorage.getItem('userInfo') ?? 'null')?.name

beforeEach(() => session.set(ADA))
afterEach(() => {
  vi.unstubAllGlobals()
  session.set(null)
})

test('a 401 to a tab that slept signs nobody else out', () => {
  localStorage.setItem('userInfo', JSON.stringify(BO))
  session.end(ADA.token)
  expect(stored()).toBe('Bo')
  expect(session.get()?.name).toBe('Bo')
  session.end(BO.token)
  expect(stored()).toBeUndefined()
})

test('an answer to a tab that slept signs nobody in again', () => {
  localStorage.setItem('userInfo', JSON.stringify(BO))
  session.renew(ADA.token, { ...ADA, name: 'Ada L.' })
  expect(stored()).toBe('Bo')
})

test.each(['pageshow', 'visibilitychange'])('a page that is back (%s) looks who is here', (event) => {
  const back = () => document.dispatchEvent(new Event(event, { bubbles: true }))
  const heard = vi.fn()
  const stop = session.subscribe(heard)
  back()
  expect(heard).not.toHaveBeenCalled()
  localStorage.setItem('userInfo', JSON.stringify(BO))
  back()
  expect(session.get()?.name).toBe('Bo')
  localStorage.setItem('portal.ended', 'Your session has ended.')
  localStorage.removeItem('userInfo')
  back()
  expect(session.get()).toBeNull()
  expect(session.reason()).toBe('Your session has ended.')
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
})

test('without storage the session lasts as long as the page', () => {
  session.set(null)
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse, removeItem: () => {} })
  session.set(ADA)
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  expect(session.get()?.name).toBe('Ada')
  session.end(ADA.token)
  expect(session.get()).toBeNull()
})

test('storage that is forbidden under an open page signs nobody out', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  expect(session.get()?.name).toBe('Ada')
  session.end(ADA.token)
  expect(session.get()).toBeNull()
})
