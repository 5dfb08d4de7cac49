import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { type FirstAdmin, openWithFirstAdmin } from './first-admin.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

const admins = async () =>
  (await portal.deps.db.selectFrom('user').select('email').where('is_admin', '=', 1).execute()).map(
    ({ email }) => email,
  )

test('creates the first admin only once, and opens the server if there already is one', async () => {
  const made = await openWithFirstAdmin(portal.deps, async () => {})
  expect(await admins()).toEqual([made?.email])
  let isOpen = false
  const again = await openWithFirstAdmin(portal.deps, async () => {
    isOpen = true
  })
  expect({ again, isOpen }).toEqual({ again: null, isOpen: true })
})

test('a server whose port is taken creates no admin, and another that starts at the same moment does', async () => {
  const taken = new Error('EADDRINUSE')
  let other: Promise<FirstAdmin | null> = Promise.resolve(null)
  const first = openWithFirstAdmin(portal.deps, async () => {
    other = openWithFirstAdmin(portal.deps, async () => {})
    throw taken
  })
  await expect(first).rejects.toBe(taken)
  const made = await other
  expect(made?.password).toBeTruthy()
  expect(await admins()).toEqual([made?.email])
})

test('two servers that start at once create one admin, and both open', async () => {
  let opened = 0
  const open = async () => {
    opened++
  }
  const made = await Promise.all([openWithFirstAdmin(portal.deps, open), openWithFirstAdmin(portal.deps, open)])
  expect(made.filter((admin) => admin !== null)).toHaveLength(1)
  expect(opened).toBe(2)
  expect(await admins()).toHaveLength(1)
})
