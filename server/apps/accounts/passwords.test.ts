import argon2 from '@node-rs/argon2'
import { afterEach, expect, test, vi } from 'vitest'
import { hashFirstPassword, hashPassword, isPassword } from './passwords.ts'

afterEach(() => vi.restoreAllMocks())

test('sign-ins and new passwords go before registrations, and registrations beyond the queue get 503', async () => {
  const hash = vi.spyOn(argon2, 'hash')
  const verify = vi.spyOn(argon2, 'verify')
  const registrations = Array.from({ length: 40 }, () => hashFirstPassword('a first password'))
  const others = [hashPassword('a new password'), isPassword(null, 'a long password')]
  const outcomes = await Promise.allSettled(registrations)
  await Promise.all(others)
  // Two run and 32 wait in the queue, so six are refused.
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.status] : []))
  expect(refused).toEqual(Array(6).fill(503))
  // Both start as soon as the two that run already have finished.
  expect(hash.mock.calls.findIndex(([text]) => text === 'a new password')).toBe(2)
  expect(verify.mock.invocationCallOrder[0]).toBeLessThan(hash.mock.invocationCallOrder[3] ?? 0)
})

test('a text longer than any password is refused before the work that grows with it', async () => {
  const verify = vi.spyOn(argon2, 'verify')
  const normalize = vi.spyOn(String.prototype, 'normalize')
  expect(await isPassword(await argon2.hash('a long password'), `a${'\u0301\u0327'.repeat(5_000)}`)).toBe(false)
  expect(verify).not.toHaveBeenCalled()
  expect(normalize).not.toHaveBeenCalled()
})

test('accepts “ä” as one or two characters, even against a hash of unnormalised text', async () => {
  const [one, two] = ['Frühstück um zehn'.normalize('NFC'), 'Frühstück um zehn'.normalize('NFD')]
  expect(one).not.toBe(two)
  expect(await isPassword(await hashPassword(one), two)).toBe(true)
  expect(await isPassword(await hashFirstPassword(two), one)).toBe(true)
  const older = await argon2.hash(two)
  expect(await isPassword(older, two)).toBe(true)
  expect(await isPassword(older, 'Fruhstuck um zehn')).toBe(false)
  expect(await isPassword(null, two)).toBe(false)
})
