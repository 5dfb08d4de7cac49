/** Typed text stays text: on no screen does it run, become an element, or link to anything but a web page. */
import type { Page } from '@playwright/test'
import { approveDisplay } from '#contract/apps/displays.ts'
import { listAllReports } from '#contract/apps/mood.ts'
import { listVersions, type Version } from '#contract/apps/versions.ts'
import { ADMIN, test as base, expect, type Portal, portalOf } from './fixtures.ts'
import {
  fillBoard,
  fillCatalogue,
  fillChecklist,
  fillMood,
  fillNotes,
  fillRuns,
  fillVideos,
  noteOf,
} from './injected-portal.ts'
import { INJECTIONS, packed } from './injections.ts'
import { openPortalProcess } from './portal-process.ts'
import { expectScreen, goTo, openWalker } from './walk.ts'

/** Soft assertions: every screen is visited, and all findings are reported at the end. */
const softly = expect.configure({ soft: true })

/** A portal for this file alone: its texts must not appear in another test's lists. */
const test = base.extend<object, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const process = await openPortalProcess()
      await use(portalOf(process))
      await process.end()
    },
    { scope: 'worker' },
  ],
})

// Tracing such full pages would take longer than the test.
test.use({ trace: 'off' })

const EVERY_RIGHT = {
  ...{ access_onbreak: true, onbreak_admin: true, access_mood: true, mood_admin: true, access_etl: true },
  ...{ access_reporting: true, isCEP: true, isCepManager: true, isCepDeptManager: true, isAdmin: true },
}

/** A screen so tall that no list scrolls. */
const TALL = { viewport: { width: 1440, height: 3000 } }

/** Returns elements and attributes on the page that no text may turn into. */
const strangers = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = '__hacked' in window ? ['a program ran'] : []
    const told = (element: Element) => found.push(element.outerHTML.slice(0, 200))
    const NEVER =
      'body script, iframe, frame, object, embed, applet, portal, base, body meta, body link, area, form[action]'
    document.querySelectorAll(NEVER).forEach(told)
    for (const element of document.querySelectorAll('body, body *'))
      for (const { name, value } of element.attributes) {
        if (/^on|^(?:formaction|ping|srcdoc)$/i.test(name)) told(element)
        if (!/^(?:xlink:)?href$/i.test(name)) continue
        const protocol = URL.canParse(value, location.href) ? new URL(value, location.href).protocol : value
        if (!['http:', 'https:', 'mailto:'].includes(protocol)) told(element)
      }
    return found
  })

const oneBlank = (text: string) => text.replace(/\s+/g, ' ')

/** Waits until the page contains all of these texts, to the letter but for white space. */
async function expectTexts(page: Page, texts: readonly string[]): Promise<void> {
  const missing = async () => {
    const read = oneBlank((await page.locator('body').textContent()) ?? '')
    return texts.filter((text) => !read.includes(oneBlank(text)))
  }
  await softly.poll(missing, { message: `shown at ${page.url()}` }).toEqual([])
}

test('typed text is shown as it was typed, and never runs', async ({ browser, portal }) => {
  test.setTimeout(240_000)
  const [name = '', last = ''] = [INJECTIONS[0], INJECTIONS.at(-1)]
  const boss = await portal.addPerson({ name, rights: EVERY_RIGHT })
  const leaver = await portal.addPerson({ name: last, rights: { isCEP: true } })
  const { token: as } = await portal.signIn(boss)
  // Several sessions, because the calls per minute of each are limited.
  const { token: second } = await portal.signIn(ADMIN)
  const { token: third } = await portal.signIn(ADMIN)
  await Promise.all([fillBoard(portal, as), fillCatalogue(portal, second), fillNotes(portal, third)])
  await Promise.all([fillVideos(portal, second), fillChecklist(portal, third, leaver.id), fillRuns(portal, third)])
  await fillMood(portal, as, leaver.id)
  const [report] = await portal.call(listAllReports, { as })
  const notes = await portal.call(listVersions, { as })

  const { page, context, said } = await openWalker(browser, portal, boss, TALL)
  await page.goto('/no-such-page')
  await expectScreen(page, '/')
  const expectOnlyText = async (on: Page, spoken: readonly string[]) => {
    softly(await strangers(on), on.url()).toEqual([])
    softly(spoken, on.url()).toEqual([])
  }
  /** Opens a screen; expects these texts, and nothing that is not text. */
  const look = async (path: string, texts: readonly string[] = []) => {
    await goTo(page, path)
    await expectTexts(page, texts)
    await expectOnlyText(page, said)
  }

  await test.step('lists', async () => {
    await look('/app/onbreak', INJECTIONS)
    await look('/app/onbreak/types', INJECTIONS)
    await look('/app/onboarding/departments', INJECTIONS)
    await look(
      '/app/onboarding/todos',
      INJECTIONS.filter((_, index) => index % 2 === 0),
    )
    await look('/app/onboarding', [last])
    await look('/frontend-admin/userlist', INJECTIONS)
    await look('/frontend-admin/audit')
    await look('/app/vid', INJECTIONS)
    for (const path of ['/', '/frontend-admin/applicationlist'])
      for (const at of [1, 2]) await look(`${path}?page=${at}`)
  })

  await test.step('one of them', async () => {
    const editors = ['onboarding/todos/1', 'onboarding/departments/2', `onbreak/${boss.id}`]
    for (const editor of editors) await look(`/app/${editor}/edit`)
    await look(`/frontend-admin/user/${leaver.id}/edit`)
    await look('/frontend-admin/application/9/edit')
    await look('/profile')
    await look(`/app/mood-report?view=all&user=${boss.id}`)
    await look(`/app/mood-report?view=all&user=${boss.id}&report=${report?._id}`, packed(5_000))
    await look(`/app/onboarding/${leaver.id}`, INJECTIONS)
    const links = page.getByRole('region', { name: 'More Information' }).getByRole('link')
    const addresses = await links.evaluateAll((each) => each.map((link) => link.getAttribute('href') ?? ''))
    expect(addresses.length).toBeGreaterThan(3)
    expect(addresses.filter((address) => !/^https?:\/\/[^/]/.test(address))).toEqual([])
  })

  await test.step('runs', async () => {
    await look('/app/etl', INJECTIONS)
    await look('/app/etl?tab=drill-down&source=1')
    await look('/app/etl?tab=keys')
    await look('/app/etl?tab=failed', INJECTIONS)
    await page.getByRole('button', { name: 'Reason of ' }).filter({ visible: true }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectOnlyText(page, said)
  })

  await test.step('quick find', async () => {
    await look('/')
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox', { name: 'Quick find' }).fill('onerror')
    await softly(
      page
        .getByRole('dialog')
        .getByRole('button', { name: /onerror/ })
        .first(),
    ).toBeVisible()
    await expectOnlyText(page, said)
  })

  await test.step('a wall', async () => {
    const wall = await openWalker(browser, portal, undefined, TALL)
    await wall.page.goto('/app/onbreak/wall')
    const code = await wall.page.getByText(/^[A-Z]{4}-[A-Z]{4}$/).innerText()
    await portal.call(approveDisplay, { as, body: { code, name } })
    await expect(wall.page.getByRole('heading', { level: 1, name: /away$/ })).toBeVisible()
    await softly(wall.page.getByText(/__hacked=\d/).first()).toBeVisible()
    await expectOnlyText(wall.page, wall.said)
    await wall.context.close()
    await look('/app/onbreak/displays', [name])
  })

  /** Opens the release notes and expands every note: a closed note is not in the page. */
  const readNotes = async (on: Page) => {
    await goTo(on, '/versions')
    await expectTexts(on, INJECTIONS)
    await on.evaluate(async () => {
      for (const note of document.querySelectorAll<HTMLElement>('main [aria-expanded=false]')) {
        note.click()
        await new Promise((drawn) => setTimeout(drawn))
      }
    })
    await expect(on.getByText('before', { exact: true })).toHaveCount(INJECTIONS.length)
  }
  await test.step('notes', async () => {
    await readNotes(page)
    await expectOnlyText(page, said)
    await look(`/version/${notes[0]?._id}/edit`)
  })

  await test.step('a file of people', async () => {
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
    const file = (...rows: readonly (readonly string[])[]) => ({
      name: `${name}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.map((row) => row.map(cell).join(',')).join('\r\n')),
    })
    const choose = page.getByLabel('CSV file')
    await look('/frontend-admin/import')
    await choose.setInputFiles(file(INJECTIONS, INJECTIONS))
    await softly(page.getByRole('alert')).toContainText('cannot be imported')
    await expectOnlyText(page, said)
    const rows = INJECTIONS.map((text, index) => [text, index % 2 ? text : `import-${index}@example.org`, text, text])
    await choose.setInputFiles(file(['Name', 'Email', 'Department', 'Manager’s Email'], ...rows))
    await expectTexts(page, INJECTIONS)
    await expectOnlyText(page, said)
  })

  // Here neither the server nor a content policy makes the notes harmless: only the page does.
  await test.step('notes of a server that cleans nothing', async () => {
    const alone = { ...TALL, serviceWorkers: 'block', bypassCSP: true } as const
    const reader = await openWalker(browser, portal, boss, alone)
    const dirty = notes.map((note): Version => ({ ...note, text: noteOf(note.title) }))
    const whole = { ...dirty[0], title: name, text: INJECTIONS.map(noteOf).join('') }
    await reader.context.route(`**${listVersions.path}`, (route) => route.fulfill({ json: dirty }))
    await reader.context.route('**/api/versions/1/', (route) => route.fulfill({ json: whole }))
    await reader.page.goto('/no-such-page')
    await expectScreen(reader.page, '/')
    await readNotes(reader.page)
    await expectOnlyText(reader.page, reader.said)
    await goTo(reader.page, '/version/1/edit')
    await expect(reader.page.getByRole('textbox', { name: 'Details' })).toContainText('before')
    await expectOnlyText(reader.page, reader.said)
    await reader.context.close()
  })

  await test.step('and what would run is seen', async () => {
    await page.evaluate(() =>
      document.body.insertAdjacentHTML(
        'beforeend',
        '<img src=x onerror=alert(1)><a href="javascript:alert(1)">press</a>',
      ),
    )
    expect(await strangers(page)).toHaveLength(2)
    await expect.poll(() => said.join()).toContain('inline event handler')
  })
  await context.close()
})
