/** Checks that page, service worker and live socket all go through the proxy that the fault tests cut. */
import { test as faultyTest } from './faulty-portal.ts'
import { expect, expectControlled } from './fixtures.ts'

const test = faultyTest.extend({ baseURL: ({ faulty }, use) => use(faulty.proxy.url) })

test.afterEach(({ faulty }) => faulty.proxy.set('pass'))

test('page and worker load through the proxy, and a cut line is cut for both', async ({ page, faulty: { proxy } }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expectControlled(page)
  expect(proxy.seen.map(({ path }) => path)).toContain('/sw.js')

  proxy.set('refuse')
  const before = proxy.arrived.length
  expect(await page.evaluate(() => fetch('/api/config/').catch(() => 'lost'))).toBe('lost')
  expect(proxy.arrived.slice(before)).toContainEqual(expect.objectContaining({ path: '/api/config/', fault: 'refuse' }))
  // Now the service worker serves the page.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})

test('the browser does not send a lost request again', async ({ page, faulty: { proxy } }) => {
  const send = (body: string) =>
    page.evaluate((sent) => fetch('/api/users/login/', { method: 'POST', body: sent }).catch(() => 'lost'), body)
  for (const fault of ['cut-after', 'refuse', 'cut-after', 'refuse', 'cut-after', 'refuse'] as const) {
    // Loading leaves unused connections open: Chromium would resend a request lost on one of those.
    await page.goto('/')
    await expectControlled(page)
    const before = proxy.arrived.length
    proxy.set(fault, { only: (method) => method === 'POST', times: 1 })
    expect(await send(fault)).toBe('lost')
    expect(proxy.arrived.slice(before).filter(({ method }) => method === 'POST')).toHaveLength(1)
  }
  expect(proxy.seen.filter(({ body }) => body === 'cut-after')).toHaveLength(3)
  expect(proxy.seen.filter(({ body }) => body === 'refuse')).toHaveLength(0)
})

test('the live socket opens through the proxy, breaks with the line and reconnects', async ({ page, faulty }) => {
  const { portal, proxy } = faulty
  const person = await portal.addPerson({ rights: { access_onbreak: true, isCEP: true } })
  const dialled = page.waitForEvent('websocket')
  await page.goto('/app/onbreak')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  expect(new URL((await dialled).url()).host).toBe(new URL(proxy.url).host)
  const upgrades = () => proxy.arrived.filter(({ isUpgrade }) => isUpgrade).length
  await expect.poll(() => proxy.seen.find(({ status }) => status === 101)).toBeDefined()
  await expect(page.getByRole('table', { name: 'Employee List' }).getByText(person.name)).toBeVisible()
  await expect(page.getByText(/^No (live )?connection/)).toBeHidden()

  const before = upgrades()
  proxy.set('refuse')
  await expect(page.getByText(/^No connection/)).toBeVisible({ timeout: 20_000 })
  proxy.set('pass')
  await expect.poll(upgrades, { timeout: 30_000 }).toBeGreaterThan(before)
  await expect(page.getByText(/^No (live )?connection/)).toBeHidden({ timeout: 30_000 })
})
