/** The back button while a dialog is open, and what a printed screen looks like. */
import { createTodo, startOnboarding } from '#contract/apps/checklist.ts'
import { createApiKey, listDataSources, postLineage, setExpectation } from '#contract/apps/etl.ts'
import { lineageEvent } from '../lineage-event.ts'
import { ADMIN, expect, test } from './fixtures.ts'

const LIST = /\/frontend-admin\/userlist/

test('the back button closes an open dialog first, and leaves the screen only after that', async ({ as, portal }) => {
  await portal.addPerson({ name: 'Zed' })
  const { page } = await as('admin')
  await page.goto('/')
  await page.getByRole('button', { name: 'Admin' }).click()
  await page.getByRole('menuitem', { name: 'Users' }).click()
  await expect(page).toHaveURL(LIST)
  for (const [opener, dialog] of [
    [/^Online/, 'Your changes'],
    [/^Quick find/, 'Quick find'],
    [/^Delete Zed/, 'Zed'],
  ] as const) {
    await page.getByRole('button', { name: opener }).first().click()
    const open = page.getByRole('dialog', { name: dialog })
    await expect(open).toBeVisible()
    await page.goBack()
    await expect(open).toBeHidden()
    await expect(page).toHaveURL(LIST)
    await expect(page.getByRole('table')).toBeVisible()
  }
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Our Apps' })).toBeVisible()
})

test('with unsaved changes the back button asks whether to leave, and pressed again it closes the question', async ({
  as,
  portal,
}) => {
  await portal.addPerson({ name: 'Yan' })
  const { page } = await as('admin')
  await page.goto('/frontend-admin/userlist?name=Yan')
  await page.getByRole('link', { name: /^Edit Yan/ }).click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Yan Li')
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  for (const answer of [() => page.goBack(), () => question.getByRole('button', { name: 'Stay' }).click()]) {
    await page.goBack()
    await expect(question).toBeVisible()
    await expect(page).toHaveURL(/\/user\/\d+\/edit/)
    await answer()
    await expect(question).toBeHidden()
    await expect(name).toHaveValue('Yan Li')
    await expect(page).toHaveURL(/\/user\/\d+\/edit/)
  }
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/userlist\?name=Yan$/)
  await page.goForward()
  await name.fill('Yan Li')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('The user was saved.')).toBeVisible()
})

test('the back button asks once about an unsaved form in a dialog, and “Leave” closes the form', async ({ as }) => {
  const { page } = await as('admin')
  await page.goto('/')
  await page.getByRole('link', { name: 'Videos', exact: true }).click()
  await page.getByRole('button', { name: 'Add Video' }).click()
  const form = page.getByRole('dialog', { name: 'Add Video' })
  await form.getByLabel('Title').fill('Half a ti')
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await page.goBack()
  await expect(question).toHaveCount(1)
  await page.goBack()
  await expect(question).toHaveCount(0)
  await expect(form.getByLabel('Title')).toHaveValue('Half a ti')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(question).toHaveCount(0)
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL(/\/app\/vid$/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Our Apps' })).toBeVisible()
})

test('fields are light when printed from the dark scheme, and dark again on the screen', async ({ as }) => {
  const { page } = await as('staff')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/profile')
  const name = page.getByLabel('Name')
  await expect(name).toHaveCSS('background-color', 'rgb(35, 40, 45)')
  await expect(async () => {
    await name.evaluate((field) => {
      const say = () => document.body.setAttribute('data-printed', getComputedStyle(field).backgroundColor)
      window.addEventListener('beforeprint', say, { once: true })
    })
    await page.pdf()
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'rgb(255, 255, 255)', { timeout: 200 })
  }).toPass()
  await expect(name).toHaveCSS('background-color', 'rgb(35, 40, 45)')
})

test('a printed page is light, and has neither header nor background', async ({ as }) => {
  const { page } = await as('staff')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/versions')
  await expect(page.getByRole('banner')).toBeVisible()
  const body = page.locator('body')
  await expect(body).toHaveCSS('background-color', 'rgb(21, 24, 27)')
  await expect(body).toHaveCSS('color', 'rgb(236, 232, 225)')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(body).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(body).toHaveCSS('color', 'rgb(27, 31, 36)')
})

test('a printed list has its rows, without what is pressed on the screen', async ({ as }) => {
  const { page, person } = await as('lead')
  await page.goto('/app/onbreak')
  await expect(page.getByRole('link', { name: `Edit ${person.name}` })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('columnheader', { name: 'Employee' })).toBeVisible()
  await expect(page.getByRole('cell', { name: person.name, exact: true })).toBeVisible()
  for (const control of [
    page.getByRole('link', { name: `Edit ${person.name}` }),
    page.getByRole('columnheader', { name: 'Edit' }),
    page.getByRole('searchbox'),
    page.getByRole('region', { name: 'My Status' }),
  ])
    await expect(control).toHaveCount(0)
})

test('paper has all of what scrolls on the screen', async ({ as, portal }) => {
  const { token } = await portal.signIn(ADMIN)
  const { key } = await portal.call(createApiKey, { as: token, body: { name: 'Nightly' } })
  const tasks = Array.from({ length: 40 }, (_, at) => `load ${at}`)
  const time = new Date(Date.now() - 5 * 3_600_000).toISOString()
  const runs = tasks.map((job) => lineageEvent({ source: 'paper', job, outputs: [job], time }))
  await portal.call(postLineage, { as: key, body: runs })
  for (const taskName of tasks) {
    const body = { dataSource: 'paper', taskName, everyMinutes: 60, graceMinutes: 0 }
    await portal.call(setExpectation, { as: token, body })
  }
  const source = (await portal.call(listDataSources, { as: token })).find(({ name }) => name === 'paper')
  const moreInfo = 'A paragraph.\n'.repeat(80)
  await portal.call(createTodo, {
    as: token,
    body: { empType: 'Everyone', customMessage: 'Read the handbook', moreInfo, isOffboarding: false },
  })
  const { id } = await portal.addPerson()
  await portal.call(startOnboarding, { as: token, params: { id } })

  const { page } = await as('admin')
  for (const [path, region] of [
    ['/app/etl?tab=failed', 'Late'],
    [`/app/etl?tab=drill-down&source=${source?._id}`, 'paper'],
    [`/app/onboarding/${id}`, 'More Information'],
  ] as const) {
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    const part = page.getByRole('region', { name: region })
    await expect(part).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    // A sheet of A4 on its side, in pixels.
    await page.setViewportSize({ width: 1045, height: 717 })
    const cut = await part.evaluate((element) =>
      [element, ...element.querySelectorAll('*')]
        .filter((each) => getComputedStyle(each).overflowY !== 'visible' && each.scrollHeight > each.clientHeight + 1)
        .map((each) => each.outerHTML.slice(0, 60)),
    )
    expect(cut, path).toEqual([])
  }
})

test('Escape at the question whether to leave keeps the screen and what was typed in a row', async ({ as }) => {
  const { page } = await as('lead')
  await page.goto('/app/onbreak/types')
  await page.getByRole('button', { name: 'Edit Lunch' }).click()
  const minutes = page.getByLabel('Planned minutes of Lunch')
  await minutes.fill('75')
  await page.getByRole('link', { name: 'On Break', exact: true }).first().click()
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(minutes).toHaveValue('75')
})
