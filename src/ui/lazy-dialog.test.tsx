import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lazyDialog } from './lazy-dialog.tsx'

test('a dialog whose code cannot be had closes again, and is tried anew with the next press', async () => {
  const Tray = ({ opened }: { opened: boolean; onClose: () => void }) => (opened ? <p>Your changes</p> : null)
  const load = vi.fn(async () => Tray)
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const Lazy = lazyDialog(load)
  const onClose = vi.fn()
  const { rerender } = render(<Lazy opened onClose={onClose} />)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  rerender(<Lazy opened={false} onClose={onClose} />)
  rerender(<Lazy opened onClose={onClose} />)
  expect(await screen.findByText('Your changes')).toBeVisible()
  rerender(<Lazy opened={false} onClose={onClose} />)
  rerender(<Lazy opened onClose={onClose} />)
  expect(screen.getByText('Your changes')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})
