/** A video for which the portal has no room. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { fill, network, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

test('is dropped at once, and the form says why', async () => {
  const dropped = vi.fn()
  const refuse = vi.fn(() => HttpResponse.json({ detail: 'The disk of the portal is full.' }, { status: 507 }))
  network.use(
    http.put('*/api/videos/uploads/:upload/:offset/', refuse),
    http.delete('*/api/videos/uploads/:upload/', () => dropped()),
  )
  const boss = await portal().addUser({ isAdmin: true })
  const { user } = await openPage('/app/vid', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'Add Video' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Video' }))
  await user.selectOptions(dialog.getByLabelText('Where it is'), 'In the portal (a file)')
  await user.upload(dialog.getByLabelText('Video file'), new File(['film'], 'tour.mp4', { type: 'video/mp4' }))
  await fill(user, dialog.getByLabelText('Title'), 'Too much')
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  expect(await dialog.findByText('The disk of the portal is full.')).toBeVisible()
  expect(refuse).toHaveBeenCalledOnce()
  await waitFor(() => expect(dropped).toHaveBeenCalledOnce())
})
