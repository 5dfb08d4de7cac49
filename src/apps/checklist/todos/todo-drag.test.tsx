/** A todo that is lifted by its handle while the line is lost. */
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createTodo } from '#contract/apps/checklist.ts'
import { reportReachable, reportUnreachable } from '#src/api/connection.ts'
import { openPage, withPortal } from '#tests/page.tsx'
import { aTodo } from '#tests/todo.ts'

const { portal } = withPortal()

const button = (name: string) => screen.findByRole('button', { name })

test('goes back when the line is lost; its buttons refuse until it is back, and keep the focus', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  for (const customMessage of ['Badge', 'Laptop'])
    await portal().call(createTodo, { as: boss.token, body: aTodo({ customMessage }) })
  const { user } = await openPage('/app/onboarding/todos', { portal: portal(), as: boss })
  const handle = await button('Drag Badge')
  handle.focus()
  await user.keyboard('[Space]')
  await screen.findByText('Badge is lifted from place 1 of 2.')
  act(() => reportUnreachable())
  expect(await screen.findByText('Badge stays at place 1 of 2.')).toHaveRole('status')
  expect(screen.getByText(/^You are offline. Todos can be changed once/)).toBeVisible()
  await waitFor(() => expect(handle).toHaveFocus())
  for (const name of ['Drag Badge', 'Move Badge down', 'Delete Badge']) {
    const refusing = await button(name)
    expect(refusing).toHaveAttribute('aria-disabled', 'true')
    expect(refusing).toBeEnabled()
    await user.click(refusing)
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  handle.focus()
  await user.keyboard('[Space]')
  expect(screen.getByText('Badge stays at place 1 of 2.')).toBeInTheDocument()
  act(() => reportReachable())
  await waitFor(() => expect(handle).not.toHaveAttribute('aria-disabled', 'true'))
  expect(handle).toHaveFocus()
  await user.keyboard('[Space]')
  expect(await screen.findByText('Badge is lifted from place 1 of 2.')).toBeInTheDocument()
})
