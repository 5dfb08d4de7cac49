import { expect, expectControlled, expectNoAxeViolations, test } from './fixtures.ts'

test('the worker shows pushed messages as notifications, until the person signs out', async ({ as, portal }) => {
  const { page } = await as('staff')
  await page.context().grantPermissions(['notifications'], { origin: portal.url })
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await page.goto('/')
  await expectControlled(page)
  const registrationId = await registered
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const all = (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
        title,
        body,
        tag,
        data,
      }))
      return all.sort((a, b) => a.title.localeCompare(b.title))
    })
  const push = (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: portal.url, registrationId, data })

  const message = { title: 'Your break ran over', body: 'It was planned for 30 minutes.', tag: 'break-over' }
  /** Pushes until it shows: without a notification centre Chromium loses one notification in 150. */
  const pushUntil = (data: string, seen: readonly unknown[]) =>
    expect(async () => {
      await push(data)
      await expect.poll(shown, { timeout: 2_000 }).toEqual(seen)
    }).toPass()
  const first = { ...message, data: { path: '/app/onbreak' } }
  // A notification with the same tag replaces the earlier one.
  for (let times = 0; times < 2; times++) await pushUntil(JSON.stringify({ ...message, url: '/app/onbreak' }), [first])
  const unread = { title: 'Foyer', body: 'There is something new in the portal.', tag: 'foyer', data: { path: '/' } }
  await pushUntil('no JSON at all', [unread, first])

  // After signing out no notification of this person is left on the device.
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect.poll(shown).toEqual([])
})

test('the profile turns notifications on only where somebody asks for it', async ({ as, portal }) => {
  const { page } = await as('staff')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.context().grantPermissions(['notifications'], { origin: portal.url })
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on for this device' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Mood report due' }).check()
  await page.getByRole('button', { name: 'Save Choices' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expectNoAxeViolations(page)
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await wider()).toBeLessThanOrEqual(0)
  // The button is checked here because axe.spec.ts, which visits all screens, does not get it.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Turn on for this device' })).toBeVisible()
  await expectNoAxeViolations(page)
})
