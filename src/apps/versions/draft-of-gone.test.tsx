/** Drafts of a version that disappear, because the version is deleted or they are discarded. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { createVersion, deleteVersion } from '#contract/apps/versions.ts'
import { hasDrafts } from '#src/offline/drafts.ts'
import { fill, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

beforeEach(() => localStorage.clear())

/** Opens a version that was created but never saved, and types a title. */
async function begin() {
  const boss = await portal().addUser({ isAdmin: true })
  const { _id: id } = (await portal().call(createVersion, { as: boss.token })).body
  const page = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  await fill(page.user, await screen.findByRole('textbox', { name: 'Title' }), 'March')
  expect(hasDrafts(boss.id)).toBe(true)
  return { ...page, boss, id }
}

test('drops the draft of a version deleted here, so that sign-out does not warn about it', async () => {
  const { user } = await begin()
  await user.click(screen.getByRole('link', { name: 'Versions' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await user.click(await screen.findByRole('button', { name: 'Delete Untitled' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Untitled' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Sign In' })).toBeVisible())
})

test('drops the draft when its version no longer exists', async () => {
  const { leave, boss, id } = await begin()
  leave()
  await portal().call(deleteVersion, { as: boss.token, params: { id } })
  await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such version.')
  expect(hasDrafts(boss.id)).toBe(false)
})

test('discards the draft on request and moves the focus to the title', async () => {
  const { leave, boss, id } = await begin()
  leave()
  const { user } = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'Back to the saved version' }))
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('')
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})
