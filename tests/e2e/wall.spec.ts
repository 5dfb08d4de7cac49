import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { setTime } from './time-set.ts'

test('a screen shows a code, then the board as it changes, and a code again once it is revoked', async ({
  as,
  browser,
  portal,
}) => {
  const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 1920, height: 1080 } })
  const wall = await context.newPage()
  const faults: unknown[] = []
  wall.on('pageerror', (error) => faults.push(error))
  await wall.goto('/app/onbreak/wall')
  const code = wall.getByText(/^[A-Z]{4}-[A-Z]{4}$/)
  await expect(code).toBeVisible()
  await expectNoAxeViolations(wall)

  const lead = await as('lead', 'Lena Keeper')
  await lead.page.goto('/app/onbreak/displays')
  await lead.page.getByLabel('Code').fill(await code.innerText())
  await lead.page.getByLabel('Name').fill('Lobby')
  await lead.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(lead.page.getByRole('row', { name: /Lobby/ })).toBeVisible()
  await expectNoAxeViolations(lead.page)

  await expect(wall.getByRole('heading', { level: 1, name: /away$/ })).toBeVisible()
  const ann = await portal.addPerson({ name: 'Ann Wall', rights: { access_onbreak: true } })
  const { token } = await portal.signIn(ann)
  await portal.call(updateMyBreak, { as: token, body: { status: false, breakType: 'Lunch' } })
  // Sooner than the full list, which comes every 30 s, would bring it.
  await expect(wall.getByText('Ann Wall')).toBeVisible({ timeout: 5_000 })
  await expectNoAxeViolations(wall)
  await portal.call(updateMyBreak, { as: token, body: { status: true } })
  await expect(wall.getByText('Ann Wall')).toBeHidden({ timeout: 5_000 })

  // An approved screen stays approved after a reload.
  await wall.reload()
  await expect(wall.getByRole('heading', { level: 1, name: /away$/ })).toBeVisible()

  // While the portal is away, a reload shows what the wall showed last.
  await portal.call(updateMyBreak, { as: token, body: { status: false, breakType: 'Lunch' } })
  await expect(wall.getByText('Ann Wall')).toBeVisible()
  await wall.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await wall.reload()
  await expect(wall.getByText('Ann Wall')).toBeVisible()
  await expect(wall.getByText(/^No connection since (?:[A-Z][a-z]+ )?\d/)).toBeVisible()
  await context.setOffline(false)
  await wall.reload()
  await expect(wall.getByText('Ann Wall')).toBeVisible()
  await expect(wall.getByText(/^No connection/)).toBeHidden()

  await lead.page.getByRole('button', { name: 'Revoke Lobby' }).click()
  await lead.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(wall.getByRole('heading', { name: 'This screen is no longer approved' })).toBeVisible()
  await expect(code).toBeVisible()
  expect(await wall.evaluate(() => localStorage.getItem('portal.display'))).toBeNull()
  expect(faults).toEqual([])
  await context.close()
})

for (const [device, hour, ground] of [
  ['light', '22:00', 'rgb(21, 24, 27)'],
  ['light', '12:00', 'rgb(250, 248, 245)'],
  ['dark', '12:00', 'rgb(21, 24, 27)'],
] as const)
  test(`a wall on a device set to ${device} has its own colours at ${hour}, and leaves the portal’s alone`, async ({
    browser,
    portal,
  }) => {
    const context = await browser.newContext({
      baseURL: portal.url,
      colorScheme: device,
      timezoneId: 'UTC',
    })
    const wall = await context.newPage()
    const groundOf = (part: string) =>
      wall.locator(part).evaluate((element) => getComputedStyle(element).backgroundColor)
    await setTime(context, new Date(`2026-11-25T${hour}:00Z`))
    await wall.goto('/app/onbreak/wall')
    await expect(wall.getByText(/^[A-Z]{4}-[A-Z]{4}$/)).toBeVisible()
    expect(await groundOf('main')).toBe(ground)
    await wall.goto('/login')
    await expect(wall.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    expect(await groundOf('body')).toBe(device === 'dark' ? 'rgb(21, 24, 27)' : 'rgb(250, 248, 245)')
    await context.close()
  })

for (const [width, height] of [
  [1280, 1024],
  [1080, 1920],
] as const)
  test(`with a thousand away and no line, the whole header is on a wall of ${width} by ${height}`, async ({
    browser,
    portal,
  }) => {
    const context = await browser.newContext({
      baseURL: portal.url,
      locale: 'en-US',
      serviceWorkers: 'block',
      timezoneId: 'UTC',
      viewport: { width, height },
    })
    const wall = await context.newPage()
    const now = Date.parse('2026-11-25T10:00:00Z')
    // No request is answered: the wall shows what it kept an hour ago.
    const people = Array.from({ length: 1_000 }, (_, index) => ({
      ...{ userId: index + 1, userName: `Ann ${index}`, empType: 'Care', status: false, breakType: 'Lunch' },
      ...{ customMessage: '', timeLeft: new Date(now - 7_200_000).toISOString(), rev: 1 },
    }))
    const picture = { of: 'a-token'.slice(-8), heardAt: now - 3_600_000, people }
    await context.route('**/api/**', (route) => route.abort())
    await wall.addInitScript((kept) => {
      localStorage.setItem('portal.display', JSON.stringify({ token: 'a-token', name: 'Lobby' }))
      localStorage.setItem('portal.wall', kept)
    }, JSON.stringify(picture))
    await context.clock.setFixedTime(now)
    await wall.goto('/app/onbreak/wall')
    await expect(wall.getByRole('heading', { level: 1, name: '1000 away' })).toBeVisible()
    await expect(wall.getByText(/^No connection since/)).toBeVisible()
    for (const part of await wall.locator('header > *').all()) {
      const box = await part.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
    }
    await context.close()
  })
