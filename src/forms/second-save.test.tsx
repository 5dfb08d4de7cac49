/**
 * Sending a form again after a lost answer succeeds as usual, and does not report one's own change as somebody else's.
 */
import { screen, waitFor } from '@testing-library/react'
import { bypass, HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { createApplication, updateApplication } from '#contract/apps/applications.ts'
import { createDepartment, createTodo } from '#contract/apps/checklist.ts'
import { createBreakType } from '#contract/apps/onbreak.ts'
import { createVideo } from '#contract/apps/videos.ts'
import { reportReachable } from '#src/api/connection.ts'
import { append, loseFirstAnswer, network, openPage, withPortal } from '#tests/page.tsx'
import type { Portal, TestUser } from '#tests/portal.ts'

const { portal } = withPortal()

interface Form {
  /** Creates the record and returns the path of its form. */
  readonly make: (portal: Portal, as: TestUser) => Promise<string>
  /** The button that opens the form, if there is one. */
  readonly opener?: string
  readonly field: string
  readonly button: string
}

const FORMS: Record<string, Form> = {
  todo: {
    make: async (portal, { token }) => {
      const body = { empType: 'Everyone', customMessage: 'Badge', moreInfo: 'Desk', isOffboarding: false }
      return `/app/onboarding/todos/${(await portal.call(createTodo, { as: token, body })).body._id}/edit`
    },
    field: 'Todo',
    button: 'Update',
  },
  department: {
    make: async (portal, { token }) => {
      const { body } = await portal.call(createDepartment, { as: token, body: { empType: 'Night Shift' } })
      return `/app/onboarding/departments/${body._id}/edit`
    },
    field: 'Name',
    button: 'Update',
  },
  application: {
    make: async (portal, { token }) => {
      const { _id } = (await portal.call(createApplication, { as: token })).body
      const body = { name: 'Lunch', urlslug: 'lunch', image: '', category: '', description: '' }
      await portal.call(updateApplication, { as: token, params: { id: _id }, body })
      return `/frontend-admin/application/${_id}/edit`
    },
    field: 'Name',
    button: 'Update',
  },
  user: {
    make: async (portal) => `/frontend-admin/user/${(await portal.addUser({ name: 'Ann Able' })).id}/edit`,
    field: 'Name',
    button: 'Update',
  },
  'break type': {
    make: async (portal, { token }) => {
      await portal.call(createBreakType, { as: token, body: { breakType: 'Training' } })
      return '/app/onbreak/types'
    },
    opener: 'Edit Training',
    field: 'New name of Training',
    button: 'Save',
  },
  video: {
    make: async (portal, { token }) => {
      await portal.call(createVideo, { as: token, body: { title: 'Welcome', url: 'https://videos.example/1' } })
      return '/app/vid'
    },
    opener: 'Edit Welcome',
    field: 'Title',
    button: 'Update',
  },
}

test.each(Object.entries(FORMS))('%s: closes after a repeated save', async (_, { make, opener, field, button }) => {
  const boss = await portal().addUser({ isAdmin: true, flags: { onbreak_admin: true } })
  const { user } = await openPage(await make(portal(), boss), { portal: portal(), as: boss })
  if (opener) await user.click(await screen.findByRole('button', { name: opener }))
  await append(user, await screen.findByRole('textbox', { name: field }), ' of today ')
  loseFirstAnswer(http.put, '*/api/*')
  await user.click(screen.getByRole('button', { name: button }))
  expect(await screen.findByRole('alert')).toBeVisible()
  reportReachable()
  await waitFor(() => expect(screen.getByRole('button', { name: button })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: button }))
  // The form is closed.
  await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull())
})

/** Applies the request that ends in `mine`, lets somebody else change it to `theirs`, and loses the answer. */
function loseAnswer(mine: string, theirs: string): void {
  let isLost = false
  network.use(
    http.put('*/api/*', async ({ request }) => {
      if (isLost) return
      isLost = true
      const body = (await request.clone().text()).replace(mine, theirs)
      const headers = new Headers(request.headers)
      headers.delete('idempotency-key')
      await fetch(bypass(request))
      await fetch(bypass(new Request(request.url, { method: 'PUT', headers, body })))
      return HttpResponse.error()
    }),
  )
}

const press = async (button: string, user: Awaited<ReturnType<typeof openPage>>['user']) => {
  await waitFor(() => expect(screen.getByRole('button', { name: button })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: button }))
}

/** Opens a form, appends `mine` and sends it once; the answer is lost and the connection is back. */
async function sentInVain(thing: string, mine: string, theirs: string) {
  const { make, opener, field, button } = FORMS[thing] as Form
  const boss = await portal().addUser({ isAdmin: true })
  const { user } = await openPage(await make(portal(), boss), { portal: portal(), as: boss })
  if (opener) await user.click(await screen.findByRole('button', { name: opener }))
  await append(user, await screen.findByRole('textbox', { name: field }), mine)
  loseAnswer(mine, theirs)
  await press(button, user)
  expect(await screen.findByRole('alert')).toBeVisible()
  reportReachable()
  return { button, again: () => press(button, user) }
}

const SHARED = ['todo', 'department', 'application', 'user', 'video']

test.each(SHARED)('%s: changes again what somebody else has changed back since', async (thing) => {
  const { button, again } = await sentInVain(thing, ' at dusk', '')
  await again()
  await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull())
  expect((await screen.findAllByText(/ at dusk$/))[0]).toBeVisible()
})

test.each(SHARED)('%s: asks once before overwriting somebody else’s later change', async (thing) => {
  const { again } = await sentInVain(thing, ' at noon', ' of tomorrow')
  await again()
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/^Somebody else has changed .* of tomorrow”/))
  await again()
  expect(await screen.findByText(/ at noon$/)).toBeVisible()
  expect(screen.queryByText(/ of tomorrow/)).toBeNull()
})
