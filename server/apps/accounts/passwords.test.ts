import argon2 from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashFirstPassword, hashPassword, isPassword } from './passwords.ts'

test('however many register, who has an account signs in and sets a password before them', async () => {
  const order: string[] = []
  const noted = async (name: string, work: Promise<unknown>) => {
    await work.catch(({ status }) => order.push(`${status}`))
    order.push(name)
  }
  const all = Array.from({ length: 40 }, () => noted('registered', hashFirstPassword('a long password')))
  all.push(noted('set', hashPassword('a long password')), noted('signed in', isPassword(null, 'a long password')))
  await Promise.all(all)
  // Two at work and 32 in the queue: six are told to come again.
  expect(order.filter((each) => each === '503')).toHaveLength(6)
  const done = order.slice(12)
  expect(done.filter((each) => each === 'registered')).toHaveLength(34)
  // Those at work finish first, in any order among two.
  expect(done.indexOf('signed in')).toBeLessThan(5)
  expect(done.indexOf('set')).toBeLessThan(5)
})

test('it is the same password on a keyboard that sends “ä” as two characters, also where it was hashed as it came', async () => {
  const [one, two] = ['Frühstück um zehn'.normalize('NFC'), 'Frühstück um zehn'.normalize('NFD')]
  expect(one).not.toBe(two)
  expect(await isPassword(await hashPassword(one), two)).toBe(true)
  expect(await isPassword(await hashFirstPassword(two), one)).toBe(true)
  const older = await argon2.hash(two)
  expect(await isPassword(older, two)).toBe(true)
  expect(await isPassword(older, 'Fruhstuck um zehn')).toBe(false)
  expect(await isPassword(null, two)).toBe(false)
})
