import { ADMIN, expect, expectControlled, test } from './fixtures.ts'

test('the first admin signs in, sees the apps, and signs out', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Our Apps' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'On Break' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Server Status' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
})

test('a registered person has no apps yet', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('Email Address').fill('grace@example.com')
  await page.getByLabel('Password', { exact: true }).fill('compile it twice')
  await page.getByLabel('Confirm Password').fill('compile it twice')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText("You don't have access to any apps yet.")).toBeVisible()
})

test('a temporary password must be changed first, on every path', async ({ page, portal }) => {
  const person = await portal.addPerson({ name: 'Ada Lovelace', temporaryPassword: true })
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Set Password' })).toBeVisible()
  for (const path of ['/', '/profile', '/app/onbreak', '/frontend-admin/userlist', '/app/api-docs', '/no/such/page']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Set Password' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign Out' })).toBeVisible()
  }
  const { token } = await portal.signIn(person)
  const refused = await fetch(`${portal.url}/api/applications/`, { headers: { authorization: `Bearer ${token}` } })
  expect([refused.status, await refused.json()]).toEqual([403, { detail: 'Change your password first.' }])

  await page.getByLabel('New Password').fill('an engine of my own')
  await page.getByLabel('Confirm Password').fill('an engine of my own')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByRole('heading', { name: 'Set Password' })).toBeHidden()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Our Apps' })).toBeVisible()
})

test('a page that the server renders asks to sign in first, and opens afterwards', async ({ page }) => {
  await page.goto('/app/server-status')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/app\/server-status$/)
  await expect(page.getByRole('heading', { name: 'Server Status' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.locator('#root')).toHaveCount(0)
})

test('the home opens without a network, and says that it is offline', async ({ as, whileOffline }) => {
  const { page } = await as('staff')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'On Break' })).toBeVisible()
  await expectControlled(page)
  await whileOffline(page, async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: 'On Break' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible()
  })
  await expect(page.getByRole('button', { name: 'Online' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Offline')).toBeHidden()
})

test('signing out in one tab signs out the other, and leaves nothing of the person on the device', async ({ as }) => {
  const { page, person } = await as('staff', 'Ada Canary')
  await page.goto('/app/onbreak')
  await expectControlled(page)
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Ada Canary' })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect(other.getByLabel('Name')).toHaveValue('Ada Canary')

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const opened = indexedDB.open('foyer-cache')
          opened.onerror = () => reject(opened.error)
          opened.onsuccess = () => {
            const all = opened.result.transaction('queries').objectStore('queries').getAll()
            all.onsuccess = () => resolve(all.result)
            all.onerror = () => reject(all.error)
          }
        })
        const answers: string[] = []
        for (const name of await caches.keys())
          for (const answer of await (await caches.open(name)).matchAll())
            if (answer.headers.get('content-type')?.includes('json')) answers.push(await answer.text())
        return JSON.stringify([rows, answers, { ...localStorage }])
      }),
    )
    .not.toContain(person.name)
  await other.close()
})

test('signing out in one tab asks about unsaved text in another, and “Stay” keeps it', async ({ as }) => {
  const { page } = await as('staff')
  await page.goto('/')
  const other = await page.context().newPage()
  await other.goto('/profile')
  await other.getByLabel('Name').fill('Half a na')
  const question = page.getByRole('dialog', { name: 'Sign out' })
  const button = page.getByRole('button', { name: 'Sign out' })
  // The other tab is asked as somebody reaches for it, and answers: heard beside the page, which hears it no later.
  await page.evaluate(() => {
    const answer = new Promise((answered) => {
      new BroadcastChannel('portal.unsaved').onmessage = ({ data }) => 'yes' in data && answered(null)
    })
    Object.assign(window, { answer })
  })
  await button.hover()
  await page.evaluate(() => (window as unknown as { answer: Promise<null> }).answer)
  await button.click()
  await expect(question).toContainText('What you changed in another tab or window is not saved. Sign out anyway?')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await expect(other.getByLabel('Name')).toHaveValue('Half a na')
  await other.close({ runBeforeUnload: false })
  await button.click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
})
