/** Simulates the oldest browsers that the README names, by removing APIs from a current one. */
import { createTodo } from '#contract/apps/checklist.ts'
import { createVideo } from '#contract/apps/videos.ts'
import { eachFlag } from '#contract/who.ts'
import { ADMIN, expect, expectControlled, test } from './fixtures.ts'

/** Removes APIs that came after Chrome 111, Firefox 121 or Safari 16.4. */
function forget(): void {
  const gone: [object | undefined, string[]][] = [
    [AbortSignal, ['any']],
    [URL, ['canParse', 'parse']],
    [URLSearchParams.prototype, ['size']],
    [Promise, ['withResolvers', 'try']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Array, ['fromAsync']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf']],
    [Object.getPrototypeOf(Object.getPrototypeOf([].values())), ['map', 'filter', 'toArray', 'some', 'find', 'take']],
    [Element.prototype, ['checkVisibility', 'scrollIntoViewIfNeeded']],
    [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'popover']],
    [Document.prototype, ['startViewTransition']],
    [Navigator.prototype, ['setAppBadge', 'clearAppBadge', 'wakeLock', 'connection', 'windowControlsOverlay']],
    [Intl, ['DurationFormat']],
    [
      window,
      ['requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'navigation', 'CloseWatcher', 'Iterator', 'Highlight'],
    ],
  ]
  for (const [of, names] of gone) for (const name of names) Reflect.deleteProperty(of ?? {}, name)
}

const HANDBOOK = {
  empType: 'Everyone',
  customMessage: 'Handbook',
  moreInfo: 'See https://a.example/b.',
  isOffboarding: false,
}

const SCREENS = [
  ['/profile', 'Profile'],
  ['/versions', 'Versions'],
  ['/app/etl', 'ETL Viewer'],
  ['/app/mood-report', 'Mood Report'],
  ['/app/onboarding', 'Onboarding'],
  ['/app/reporting', 'Reporting'],
  ['/frontend-admin/userlist', 'Users'],
  ['/frontend-admin/applicationlist', 'Applications'],
] as const

test.beforeEach(({ context }) => context.addInitScript(forget))

test('an older browser opens every app, searches, and keeps a break taken offline', async ({
  page,
  portal,
  whileOffline,
}) => {
  const failures: string[] = []
  page.on('pageerror', ({ message }) => failures.push(message))
  const { token: as } = await portal.signIn(ADMIN)
  const person = await portal.addPerson({ rights: { isAdmin: true, ...eachFlag(() => true) } })
  await portal.call(createVideo, { as, body: { title: 'Welcome', url: 'https://videos.example.com/1' } })
  await portal.call(createTodo, { as, body: HANDBOOK })

  await page.goto('/')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('link', { name: 'Videos' }).click()
  await expect(page.getByText('videos.example.com')).toBeVisible()
  await page.goto('/app/onboarding/todos')
  await expect(page.getByRole('link', { name: 'https://a.example/b', exact: true })).toBeVisible()
  for (const [path, title] of SCREENS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await page.goto('/?keyword=videos&page=1')
  await expect(page.getByRole('link', { name: 'Videos' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'On Break' })).toHaveCount(0)
  expect(failures).toEqual([])

  await page.goto('/app/onbreak')
  await expectControlled(page)
  await expect(page.getByRole('button', { name: 'Update' })).toBeVisible()
  await whileOffline(page, async () => {
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByRole('button', { name: "I'm Back" })).toBeVisible()
    await page.reload()
    await expect(page.getByText('Waiting to be sent').first()).toBeVisible()
  })
  await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
  await expect(page.getByRole('button', { name: "I'm Back" })).toBeVisible()
  expect(failures).toEqual([])
})

test('a browser that cannot run the code is told why nothing appears', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/')
  const why = page.getByText('This browser may also be too old')
  await expect(why).toBeHidden()
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await expect(why).toBeVisible()
  const mark = await page.locator('#root svg').boundingBox()
  expect((await why.boundingBox())?.y).toBeGreaterThan((mark?.y ?? 0) + (mark?.height ?? 0))
})
