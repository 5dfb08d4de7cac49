/** A release note that one person writes in two windows. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createVersion, updateVersion } from '#contract/apps/versions.ts'
import { saveDraft } from '#src/offline/drafts.ts'
import { append, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

const AS_SAVED = { title: 'March', text: '<p>Old.</p>' }

async function openNote() {
  const boss = await portal().addUser({ isAdmin: true })
  const id = (await portal().call(createVersion, { as: boss.token })).body._id
  await portal().call(updateVersion, { as: boss.token, params: { id }, body: AS_SAVED })
  const opened = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  const title = await screen.findByRole('textbox', { name: 'Title' })
  const text = await screen.findByRole('textbox', { name: 'Details' })
  const kept = () => JSON.parse(localStorage.getItem(`portal.draft:${boss.id}:version:${id}`) ?? '{}').values
  /** Writes in the other window. */
  const write = (values: typeof AS_SAVED, over = AS_SAVED) => saveDraft(boss.id, `version:${id}`, { ...values, over })
  return { ...opened, title, text, kept, write }
}

test('keeps and shows the other window’s later text, even over this window’s earlier one', async () => {
  const { user, title, text, kept, write } = await openNote()
  await user.click(text)
  await user.paste('One. ')
  write({ ...AS_SAVED, text: '<p>Two, and more.</p>' })
  await append(user, title, ' 2026')
  expect(kept()).toMatchObject({ title: 'March 2026', text: '<p>Two, and more.</p>' })
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Details' })).toHaveTextContent('Two, and more.'))
  await user.click(screen.getByRole('textbox', { name: 'Details' }))
  await user.paste('Three. ')
  await waitFor(() => expect(kept().text).toContain('Three.'))
  expect(kept()).toMatchObject({ title: 'March 2026', over: AS_SAVED })
})

test('keeps a draft the other window began from another saved version, without showing it in this form', async () => {
  const { user, title, kept, write } = await openNote()
  const older = { title: 'March', text: '<p>Oldest.</p>' }
  write({ ...older, title: 'April' }, older)
  await append(user, title, ' 2026')
  expect(kept()).toEqual({ title: 'March 2026', text: '<p>Oldest.</p>', over: { ...AS_SAVED, text: older.text } })
  expect(screen.getByRole('textbox', { name: 'Details' })).toHaveTextContent('Old.')
})
