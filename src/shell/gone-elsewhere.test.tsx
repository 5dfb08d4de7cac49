/** A person who presses a button and goes on before the answer arrives is neither called back nor loses the focus. */
import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { createDepartment } from '#contract/apps/checklist.ts'
import { getHealth } from '#contract/apps/portal.ts'
import { send } from '#src/api/call.ts'
import { append, fill, network, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal } = withPortal()

/** Holds back the answers of a call until `letThrough`; `isAsked` waits for its request. */
function heldBack(method: 'put' | 'post' | 'delete', path: string) {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  let asked = 0
  network.use(
    http[method](path, async () => {
      asked++
      // Returns nothing, so that the portal's handler answers then.
      await held
    }),
  )
  return { letThrough, isAsked: () => waitFor(() => expect(asked).toBe(1)) }
}

let asked: MockInstance<typeof fetch>
beforeEach(() => {
  asked = vi.spyOn(globalThis, 'fetch')
})
afterEach(() => asked.mockRestore())

/** Waits until all requests are answered and no other is sent during a round trip of our own. */
async function isThrough(): Promise<void> {
  for (let before = -1; asked.mock.calls.length !== before + 1 || before < 0; ) {
    before = asked.mock.calls.length
    await Promise.allSettled(asked.mock.results.map(({ value }) => value))
    await send(getHealth)
  }
}

const boss = (): Promise<TestUser> => portal().addUser({ isAdmin: true })
const leave = async (user: Awaited<ReturnType<typeof openPage>>['user']) => {
  await user.click(screen.getByRole('link', { name: 'Foyer' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await screen.findByRole('heading', { name: 'Our Apps' })
}

test.each([
  [
    'a user',
    'Name',
    () =>
      portal()
        .addUser()
        .then(({ id }) => `/frontend-admin/user/${id}/edit`),
    '*/api/users/*',
  ],
  [
    'an application',
    'Category',
    async (): Promise<string> => '/frontend-admin/application/1/edit',
    '*/api/applications/*',
  ],
  [
    'a department',
    'Name',
    async (): Promise<string> => {
      const as = (await boss()).token
      const { body } = await portal().call(createDepartment, { as, body: { empType: `Depot ${Date.now()}` } })
      return `/app/onboarding/departments/${body._id}/edit`
    },
    '*/api/checklist/employeetype/*',
  ],
] as const)('who saves %s and leaves stays where they are by then', async (_what, field, make, path) => {
  const { user, address } = await openPage(await make(), { portal: portal(), as: await boss() })
  await append(user, await screen.findByLabelText(field), ' anew')
  const { letThrough, isAsked } = heldBack('put', path)
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await isAsked()
  await leave(user)
  letThrough()
  await isThrough()
  expect(address()).toBe('/')
})

test('typing elsewhere during a deletion keeps the caret', async () => {
  const as = await boss()
  const empType = `Depot ${Date.now()}`
  await portal().call(createDepartment, { as: as.token, body: { empType } })
  const { user } = await openPage('/app/onboarding/departments', { portal: portal(), as })
  const { letThrough, isAsked } = heldBack('delete', '*/api/checklist/employeetype/*')
  await user.click(await screen.findByRole('button', { name: `Delete ${empType}` }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await isAsked()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const field = screen.getByLabelText('Name')
  await fill(user, field, 'Office')
  letThrough()
  expect(await screen.findByText('The department was deleted.')).toBeVisible()
  expect(field).toHaveFocus()
})
