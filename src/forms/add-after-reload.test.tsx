/** An entry whose answer is lost is added once, also if the page is reloaded before it is sent again. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { listDepartments, listTodos } from '#contract/apps/checklist.ts'
import { listBreakTypes } from '#contract/apps/onbreak.ts'
import { reportReachable } from '#src/api/connection.ts'
import { fill, loseFirstAnswer, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal } = withPortal()

const FORMS = {
  todo: { path: '/app/onboarding/todos', field: 'Todo', list: listTodos, said: 'The todo was added.' },
  department: {
    path: '/app/onboarding/departments',
    field: 'Name',
    list: listDepartments,
    said: 'The department was added.',
  },
  'break type': {
    path: '/app/onbreak/types',
    field: 'Break type',
    list: listBreakTypes,
    said: 'The break type was added.',
  },
} as const

/** Reloads the page: it is hidden first, and then its code no longer runs, so nothing removes what it has stored. */
async function reload(page: Awaited<ReturnType<typeof openPage>>, boss: TestUser) {
  const path = page.address()
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  fireEvent(document, new Event('visibilitychange'))
  const stored = Object.entries({ ...sessionStorage })
  seen.mockRestore()
  page.leave()
  for (const [key, value] of stored) sessionStorage.setItem(key, value)
  return openPage(path, { portal: portal(), as: boss })
}

test.each(Object.entries(FORMS))('%s: is added once', async (_, { path, field, list, said }) => {
  const boss = await portal().addUser({ isAdmin: true, flags: { onbreak_admin: true } })
  const before = (await portal().call(list, { as: boss.token })).body.length
  const page = await openPage(path, { portal: portal(), as: boss })
  await fill(page.user, await screen.findByLabelText(field), 'Night shift')
  if (field === 'Todo') {
    await fill(page.user, screen.getByLabelText('Details'), 'At ten')
    await page.user.selectOptions(screen.getByLabelText('Employee Type'), 'Everyone')
  }
  loseFirstAnswer(http.post, '*/api/*')
  await page.user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText(/^The portal cannot be reached/)).toBeVisible()
  reportReachable()

  const { user } = await reload(page, boss)
  await waitFor(() => expect(screen.getByLabelText(field)).toHaveValue('Night shift'))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText(said)).toBeVisible()
  expect((await portal().call(list, { as: boss.token })).body).toHaveLength(before + 1)
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('portal.half-filled'))).toEqual([])
})
