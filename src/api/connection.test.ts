import { afterEach, expect, test, vi } from 'vitest'
import { connection, reportReachable, reportUnreachable, silence } from './connection.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  reportReachable()
})

test('where the browser forbids storage, what is known of the line lasts as long as the page', () => {
  const forbidden = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  const storage = { getItem: forbidden, setItem: forbidden, removeItem: forbidden }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
  reportUnreachable()
  expect(connection()).toEqual({ online: false, since: expect.any(String) })
  reportReachable()
  expect(connection()).toEqual({ online: true, since: null })
  expect(silence()).toBe(0)
})
