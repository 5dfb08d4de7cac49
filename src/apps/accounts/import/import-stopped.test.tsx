/** An import that is stopped, or that the portal asks to wait (429). */
import { act, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { network, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

/** Opens the page with a file of these people; `perms` responds to the calls that set their permissions. */
async function open(names: readonly string[], perms: () => Promise<Response | undefined> | Response | undefined) {
  const boss = await portal().addUser({ isAdmin: true })
  const opened = await openPage('/frontend-admin/import', { portal: portal(), as: boss })
  const rows = names.map((name) => `${name},${name}-${boss.id}@stopped.example`)
  await screen.findByRole('button', { name: 'Choose a CSV file' })
  await opened.user.upload(
    screen.getByLabelText('CSV file'),
    new File([['Name,Email', ...rows].join('\n')], 'people.csv'),
  )
  network.use(http.post('*/api/users/perms/create/:id/', perms))
  return opened
}

const tooMany = (seconds: number) =>
  HttpResponse.json({ detail: 'Too many.' }, { status: 429, headers: { 'retry-after': String(seconds) } })

test('can be stopped and resumed, and waits when the portal asks to', async () => {
  let asked = 0
  const { user } = await open(['Ann', 'Bob'], () => (++asked <= 2 ? tooMany(4) : undefined))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await user.click(await screen.findByRole('button', { name: 'Add 2 people' }))
  expect(await screen.findByText(/^0 of 2 people done\. The portal takes no more/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText(/^What is done stays done/)).toBeVisible()
  expect(screen.getByText('The account was created, the rest not yet')).toBeVisible()
  expect(screen.getByText('Not yet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  await screen.findByText(/The portal takes no more/)
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(await screen.findByText('2 of 2 people done')).toBeVisible()
})

test('does not wait when it was stopped during the refused call', async () => {
  let answer = () => {}
  const pressed = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { user } = await open(['Ann'], () => pressed.then(() => tooMany(60)))
  await user.click(await screen.findByRole('button', { name: 'Add 1 person' }))
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  answer()
  expect(await screen.findByText(/^What is done stays done/)).toBeVisible()
})
