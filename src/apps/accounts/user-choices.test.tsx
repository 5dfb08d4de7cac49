/** The choices of department and manager, while they are being loaded and when they cannot be. */
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { listManagers } from '#contract/apps/accounts.ts'
import { listDepartments } from '#contract/apps/checklist.ts'
import { holdRequests, network, openPage, withPortal } from '#tests/page.tsx'

const { portal, plugIn } = withPortal()

test('shows why each list of choices cannot be loaded, and loads it again on request', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const fault = (detail: string) => () => HttpResponse.json({ detail }, { status: 500 })
  network.use(
    http.get(`*${listManagers.path}`, fault('Managers: fault A.')),
    http.get(`*${listDepartments.path}`, fault('Departments: fault B.')),
  )
  const { user } = await openPage(`/frontend-admin/user/${boss.id}/edit`, { portal: portal(), as: boss })
  const said = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
  await expect.poll(said).toEqual(['Departments: fault B.', 'Managers: fault A.'])
  plugIn()
  for (const again of screen.getAllByRole('button', { name: 'Try again' })) await user.click(again)
  await expect.poll(said).toEqual([])
})

test('says “Loading...” in the list of managers until they are there', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  await portal().addUser({ name: 'Lee Lead', flags: { isCepManager: true } })
  const held = holdRequests(http.get, `*${listManagers.path}`)
  const { user } = await openPage(`/frontend-admin/user/${boss.id}/edit`, { portal: portal(), as: boss })
  await user.click(await screen.findByRole('combobox', { name: 'Manager' }))
  const seen = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  await waitFor(() => expect(seen()).toEqual(['No manager', 'Loading...']))
  held.release()
  await waitFor(() => expect(seen()).toEqual(['No manager', 'Lee Lead']))
})
