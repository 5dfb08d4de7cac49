import argon2 from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashFirstPassword, hashPassword, isPassword } from './passwords.ts'

test('sign-ins and new passwords go before registrations, and registrations beyond the queue get 503', async () => {
  const order: string[] = []
  const noted = async (name: string, work: Promise<unknown>) => {
    await work.catch(({ status }) => order.push(`${status}`))
    order.push(name)
  }
  const all = Array.from({ length: 40 }, () => noted('registered', hashFirstPassword('a long password')))
  all.push(noted('set', hashPassword('a long password')), noted('signed in', isPassword(null, 'a long password')))
  await Promise.all(all)
  // Two run and 32 wait in the queue, so six are refused.
  expect(order.filter((each) => each === '503')).toHaveLength(6)
  const done = order.slice(12)
  expect(done.filter((each) => each === 'registered')).toHaveLength(34)
  // The two that run already finish first, in either order.
  expect(done.indexOf('signed in')).toBeLessThan(5)
  expect(done.indexOf('set')).toBeLessThan(5)
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
