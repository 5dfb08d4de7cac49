/** On a line slower than the worker's network timeout, new data is still shown. */
import { createApplication, updateApplication } from '#contract/apps/applications.ts'
import { test } from './faulty-portal.ts'
import { ADMIN, expect, expectControlled } from './fixtures.ts'

test('on a slow line new data replaces what the device holds, and the page does not show as offline', async ({
  page,
  faulty,
}) => {
  const { portal, proxy } = faulty
  const person = await portal.addPerson({ rights: { isCEP: true } })
  await page.goto(proxy.url)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('link', { name: 'Videos' })).toBeVisible()
  await expectControlled(page)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Videos' })).toBeVisible()

  const { token: as } = await portal.signIn(ADMIN)
  const { _id: id } = await portal.call(createApplication, { as })
  const body = { name: 'Canteen', urlslug: 'canteen', image: '', category: '', description: '' }
  await portal.call(updateApplication, { as, params: { id }, body })
  proxy.delay(3_500)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Canteen' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Online/ })).toBeVisible()
  proxy.delay(0)
})
