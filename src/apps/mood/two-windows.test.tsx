/** A report that one person writes in two windows. */
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { saveDraft } from '#src/offline/drafts.ts'
import { week } from '#tests/mood.ts'
import { append, fill, network, openPage, withPortal } from '#tests/page.tsx'
import { entityOf } from './entity.ts'
import { EMPTY } from './report-values.ts'

const { portal } = withPortal()

/** Opens the form of one week. */
async function write() {
  const ann = await portal().addUser({ flags: { access_mood: true } })
  network.use(
    http.get('*/api/mood/incompletedates/', () => HttpResponse.json([week(11, '2026-03-02', '2026-03-08')])),
    http.get('*/api/users/cepusers/', () => HttpResponse.json([])),
  )
  const { user } = await openPage('/app/mood-report', { portal: portal(), as: ann })
  await user.click(await screen.findByRole('combobox', { name: 'Date Range' }))
  await user.click(await screen.findByRole('option'))
  const draft = () => JSON.parse(localStorage.getItem(`portal.draft:${ann.id}:${entityOf(11)}`) ?? 'null')?.values
  return { ann, user, draft, high: await screen.findByLabelText('What was your high?') }
}

test('keeps and shows the other window’s later text, even over this window’s earlier one', async () => {
  const { ann, user, draft, high } = await write()
  await fill(user, high, 'the sun')
  // The other window had read the first text from storage.
  saveDraft(ann.id, entityOf(11), { ...EMPTY, highComment: 'the sun, and all that came after it' })
  await fill(user, screen.getByLabelText('What was your low?'), 'the rain')
  await waitFor(() => expect(high).toHaveValue('the sun, and all that came after it'))
  await append(user, screen.getByLabelText('What was your low?'), '!')
  expect(draft()).toMatchObject({ highComment: 'the sun, and all that came after it', lowComment: 'the rain!' })
})

test('keeps the other window’s text even if this window had erased the same text before', async () => {
  const { ann, user, draft, high } = await write()
  await fill(user, high, 'the sun')
  await user.clear(high)
  expect(draft()).toBeUndefined()
  saveDraft(ann.id, entityOf(11), { ...EMPTY, highComment: 'the sun' })
  await fill(user, screen.getByLabelText('What was your low?'), 'the rain')
  await waitFor(() => expect(high).toHaveValue('the sun'))
  expect(draft()).toMatchObject({ highComment: 'the sun', lowComment: 'the rain' })
})
