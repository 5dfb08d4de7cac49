/** Checklists as admins use them: offline, in two tabs, and by keyboard alone. */
import type { Page } from '@playwright/test'
import {
  createTodo,
  deleteTodo,
  listTodos,
  listUserTasks,
  startOnboarding,
  type UserTask,
} from '#contract/apps/checklist.ts'
import { expect, expectControlled, expectNoAxeViolations, type Portal, test } from './fixtures.ts'
import { outboxRows } from './outbox-rows.ts'
import { ADMIN } from './portal-process.ts'

const TITLES = ['Badge', 'Laptop', 'Keys', 'Tour', 'Lunch']

const token = async (portal: Portal) => (await portal.signIn(ADMIN)).token

/** Replaces all todos by these; returns the admin's token. */
async function withTodos(portal: Portal, titles: readonly string[]): Promise<string> {
  const as = await token(portal)
  for (const { _id: id } of await portal.call(listTodos, { as })) await portal.call(deleteTodo, { as, params: { id } })
  for (const customMessage of titles) {
    const body = { empType: 'Everyone', customMessage, moreInfo: 'See https://desk.example', isOffboarding: false }
    await portal.call(createTodo, { as, body })
  }
  return as
}

const box = (page: Page, name: string) => page.getByRole('checkbox', { name })
async function check(page: Page, name: string): Promise<void> {
  await box(page, name).click()
  await expect(box(page, name)).toBeChecked()
}

test('five checks made offline, in two tabs and over a reload, arrive once each', async ({
  as,
  portal,
  whileOffline,
}) => {
  const admin = await withTodos(portal, TITLES)
  const { page } = await as('admin')
  const newcomer = await portal.addPerson({ name: 'Nia Newcomer' })
  await portal.call(startOnboarding, { as: admin, params: { id: newcomer.id } })
  const tasks = (): Promise<UserTask[]> => portal.call(listUserTasks, { as: admin, params: { id: newcomer.id } })
  const path = `/app/onboarding/${newcomer.id}`
  await page.goto(path)
  await expect(box(page, 'Badge')).toBeVisible()
  await expectControlled(page)
  const other = await page.context().newPage()
  await other.goto(path)
  await expect(box(other, 'Badge')).toBeVisible()

  await whileOffline(page, async () => {
    await check(page, 'Badge')
    await check(page, 'Laptop')
    await expect(box(other, 'Laptop')).toBeChecked()
    await check(other, 'Keys')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Nia Newcomer' })).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '3 of 5 tasks done')
    await check(page, 'Tour')
    await check(other, 'Lunch')
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '5 of 5 tasks done')
    await expect(page.getByText('Waiting to be sent')).toHaveCount(5)
    expect((await tasks()).filter(({ isChecked }) => isChecked)).toEqual([])
  })

  await expect
    .poll(async () => (await tasks()).filter(({ isChecked }) => isChecked).length, { timeout: 30_000 })
    .toBe(5)
  for (const tab of [page, other]) {
    await expect(tab.getByText('Waiting to be sent')).toHaveCount(0)
    await expect(tab.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '5 of 5 tasks done')
  }
  const rows = await outboxRows(page)
  expect(rows.map(({ state }) => state)).toEqual(Array(5).fill('acked'))
  // Each task changed once: the revisions differ and grow in the order of the taps.
  const done = (await tasks()).map(({ rev = 0 }) => rev)
  expect(new Set(done).size).toBe(5)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
})

test('two admins on one checklist see each other’s checks; a phone shows more in a sheet', async ({ as, portal }) => {
  const admin = await withTodos(portal, TITLES)
  const newcomer = await portal.addPerson({ name: 'Nia Watched' })
  await portal.call(startOnboarding, { as: admin, params: { id: newcomer.id } })
  const [first, second] = [await as('admin', 'Ada First'), await as('admin', 'Bea Second')]
  await second.page.setViewportSize({ width: 390, height: 800 })
  for (const { page } of [first, second]) {
    await page.goto(`/app/onboarding/${newcomer.id}`)
    await expect(box(page, 'Badge')).toBeVisible()
  }
  await check(first.page, 'Badge')
  await expect(box(second.page, 'Badge')).toBeChecked()
  await expect(second.page.getByText(/^Ada First, /)).toBeVisible()
  await second.page.getByRole('button', { name: 'Laptop', exact: true }).click()
  const sheet = second.page.getByRole('dialog', { name: 'Laptop' })
  await expect(sheet.getByRole('link', { name: /^https:\/\/desk\.example/ })).toBeVisible()
  await expectNoAxeViolations(second.page)
  await second.page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expectNoAxeViolations(first.page)
})

test('people who are no admins are sent home', async ({ as }) => {
  const { page } = await as('lead')
  for (const path of ['', '/1', '/todos', '/todos/1/edit', '/departments', '/departments/1/edit', '/old-user']) {
    await page.goto(`/app/onboarding${path}`)
    await expect(page).toHaveURL('/')
  }
})

test('todos are put into another order with the keyboard alone', async ({ as, portal }) => {
  const admin = await withTodos(portal, ['One', 'Two', 'Three'])
  const { page } = await as('admin')
  await page.goto('/app/onboarding/todos')
  const handle = page.getByRole('button', { name: 'Drag One' })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('One is lifted from place 1 of 3.')).toBeAttached()
  // A lifted row is measured first. Keys before that do nothing, nor does one too many at the end.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('One is at place 3 of 3.')).toBeAttached({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Space')
  const titles = async () => (await portal.call(listTodos, { as: admin })).map(({ customMessage }) => customMessage)
  await expect.poll(titles).toEqual(['Two', 'Three', 'One'])
  await expect(page.getByRole('listitem')).toHaveText([/^Two/, /^Three/, /^One/])
  await expect(handle).toBeFocused()
  await expectNoAxeViolations(page)
})
