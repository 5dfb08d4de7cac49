/** One report that is written in two windows of the same person. */
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { saveDraft } from '#src/offline/drafts.ts'
import { week } from '#tests/mood.ts'
import { append, fill, network, openPage, withPortal } from '#tests/page.tsx'
import { entityOf } from './changes.ts'
import { EMPTY } from './report-values.ts'

const { portal } = withPortal()

test('what the other window wrote later is kept and shown, though this one had written it before', async () => {
  const ann = await portal().addUser({ flags: { access_mood: true } })
  network.use(
    http.get('*/api/mood/incompletedates/', () => HttpResponse.json([week(11, '2026-03-02', '2026-03-08')])),
    http.get('*/api/users/cepusers/', () => HttpResponse.json([])),
  )
  const { user } = await openPage('/app/mood-report', { portal: portal(), as: ann })
  await user.click(await screen.findByRole('combobox', { name: 'Date Range' }))
  await user.click(await screen.findByRole('option'))
  await fill(user, await screen.findByLabelText('What was your high?'), 'the sun')
  // The other window had it from the disk.
  saveDraft(ann.id, entityOf(11), { ...EMPTY, highComment: 'the sun, and all that came after it' })
  await fill(user, screen.getByLabelText('What was your low?'), 'the rain')
  await waitFor(() =>
    expect(screen.getByLabelText('What was your high?')).toHaveValue('the sun, and all that came after it'),
  )
  await append(user, screen.getByLabelText('What was your low?'), '!')
  expect(JSON.parse(localStorage.getItem(`portal.draft:${ann.id}:${entityOf(11)}`) ?? '{}').values).toMatchObject({
    highComment: 'the sun, and all that came after it',
    lowComment: 'the rain!',
  })
})
