/** The session in a tab that missed a sign-out or sign-in in another tab. */
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

test('does not sign out another person on a 401 to a tab that slept', () => {
  localStorage.setItem('userInfo', JSON.stringify(BO))
  session.end(ADA.token)
  expect(stored()).toBe('Bo')
  expect(session.get()?.name).toBe('Bo')
  session.end(BO.token)
  expect(stored()).toBeUndefined()
})

test('does not sign anybody in again on a late answer to a tab that slept', () => {
  localStorage.setItem('userInfo', JSON.stringify(BO))
  session.renew(ADA.token, { ...ADA, name: 'Ada L.' })
  expect(stored()).toBe('Bo')
})

test.each(['pageshow', 'visibilitychange'])('rereads the session when the page is back (%s)', (event) => {
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

test('keeps the session in memory without storage', () => {
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

test('removes the stored session even if there is no room for the reason', () => {
  session.set(ADA)
  const disk = localStorage
  expect(disk.getItem('userInfo')).not.toBeNull()
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => disk.getItem(key),
    setItem: refuse,
    removeItem: (key: string) => disk.removeItem(key),
  })
  session.set(null, 'Your session has ended.')
  expect(disk.getItem('userInfo')).toBeNull()
  expect(session.reason()).toBe('Your session has ended.')
})

test('stores the reason before it removes the session, since other tabs read it then', () => {
  const disk = localStorage
  const seen: (string | null)[] = []
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => disk.getItem(key),
    setItem: (key: string, text: string) => disk.setItem(key, text),
    removeItem: (key: string) => {
      if (key === 'userInfo') seen.push(disk.getItem('portal.ended'))
      disk.removeItem(key)
    },
  })
  session.set(null, 'Your session has ended.')
  expect(seen).toEqual(['Your session has ended.'])
})

test('keeps the session if storage becomes forbidden under an open page', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  expect(session.get()?.name).toBe('Ada')
  session.end(ADA.token)
  expect(session.get()).toBeNull()
})
