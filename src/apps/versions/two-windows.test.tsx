/** A release note that is written in two windows of the same person. */
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
  /** In the other window. */
  const write = (values: typeof AS_SAVED, over = AS_SAVED) => saveDraft(boss.id, `version:${id}`, { ...values, over })
  return { ...opened, title, text, kept, write }
}

test('what the other window wrote later is kept and shown, though this one had written it before', async () => {
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

test('what the other window began over another state is kept, and not shown as if it had been begun over this one', async () => {
  const { user, title, text, kept, write } = await openNote()
  const older = { title: 'March', text: '<p>Oldest.</p>' }
  write({ ...older, title: 'April' }, older)
  await append(user, title, ' 2026')
  expect(kept()).toEqual({ title: 'March 2026', text: '<p>Oldest.</p>', over: { ...AS_SAVED, text: older.text } })
  expect(text).toHaveTextContent('Old.')
})
