/** A browser that is short of space deletes an origin's data while a page of it is open. */
import { test } from './faulty-portal.ts'
import { expect } from './fixtures.ts'
import { outboxRows } from './outbox-rows.ts'
import { tap, updateButton } from './taps.ts'

test('a change made after the device’s database was deleted is kept in a new one, and sent', async ({
  page,
  faulty,
}) => {
  const { portal, proxy } = faulty
  const person = await portal.addPerson({ rights: { access_onbreak: true } })
  await page.goto(`${proxy.url}/app/onbreak`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(updateButton(page)).toBeVisible()
  await tap(page, 'Before')
  await expect.poll(async () => (await outboxRows(page)).map(({ state }) => state)).toEqual(['acked'])

  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.clearDataForOrigin', { origin: proxy.url, storageTypes: 'indexeddb' })
  // Chromium may never answer a read during the deletion, so each read gives up after 2 s and is repeated.
  const read = () => Promise.race([outboxRows(page).catch(() => null), page.waitForTimeout(2_000)])
  await expect.poll(read).toEqual([])
  await tap(page, '')
  await expect.poll(async () => (await outboxRows(page)).map(({ state }) => state)).toEqual(['acked'])
})
