import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { lazyDialog, lazyPart, optionalPart } from './lazy-code.tsx'

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

const noCode = new TypeError('Failed to fetch dynamically imported module')

test('what stands in place of a part goes once its code is there; fetched before, it is there at once', async () => {
  const Part = lazyPart(
    async () =>
      ({ of }: { of: string }) => <p>Chart of {of}</p>,
    () => <p>Waiting</p>,
  )
  const { unmount } = render(<Part of="runs" />)
  expect(screen.getByText('Waiting')).toBeVisible()
  expect(await screen.findByText('Chart of runs')).toBeVisible()
  expect(screen.queryByText('Waiting')).toBeNull()
  unmount()
  const Fetched = lazyPart(async () => () => <p>Sign in</p>)
  await Fetched.preload()
  render(<Fetched />)
  expect(screen.getByText('Sign in')).toBeVisible()
})

test('a part whose code cannot be had is asked for anew where its screen tries again; what can be spared is left out until then', async () => {
  const loadChart = vi.fn(async () => () => <p>Chart</p>)
  const loadTips = vi.fn(async () => () => <p>Tips</p>)
  loadChart.mockRejectedValueOnce(noCode)
  loadTips.mockRejectedValueOnce(noCode)
  const [Chart, Tips] = [lazyPart(loadChart), optionalPart(loadTips)]
  const spare = render(<Tips />)
  await waitFor(() => expect(loadTips).toHaveBeenCalledOnce())
  await act(async () => {})
  expect(spare.container).toBeEmptyDOMElement()
  spare.unmount()
  render(<Tips />)
  expect(await screen.findByText('Tips')).toBeVisible()

  vi.spyOn(console, 'error').mockImplementation(() => {})
  const failed = ({ error, reset }: ErrorComponentProps) => (
    <button type="button" onClick={reset}>
      {String(error)}
    </button>
  )
  render(
    <CatchBoundary getResetKey={() => 0} errorComponent={failed}>
      <Chart />
    </CatchBoundary>,
  )
  await userEvent.click(await screen.findByRole('button', { name: String(noCode) }))
  expect(await screen.findByText('Chart')).toBeVisible()
})
