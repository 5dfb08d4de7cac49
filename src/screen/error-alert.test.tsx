/** “Try again” disappears with its alert when pressed: the focus must not be lost with it. */
import { MantineProvider, Modal } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { queryClient } from '#src/api/query-client.ts'
import { network, openPage, withPortal } from '#tests/page.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'

const { portal, plugIn } = withPortal()

test('on a screen the title gets the focus', async () => {
  network.use(http.get('*/api/versions/all/', () => HttpResponse.json({ detail: 'Out of order.' }, { status: 500 })))
  const { user } = await openPage('/versions', { portal: portal(), as: await portal().addUser() })
  const again = await screen.findByRole('button', { name: 'Try again' })
  plugIn()
  await user.click(again)
  await waitFor(() => expect(again).not.toBeInTheDocument())
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

/** Shows a query that fails the first time. */
function Part({ held }: { held?: string }) {
  const { data, error } = useQuery({
    queryKey: ['part', held],
    queryFn: async ({ client, queryKey }) => {
      const state = client.getQueryState(queryKey)
      if (state?.errorUpdateCount === 0) throw new Error('Out of order.')
      return 'Here it is.'
    },
    retry: false,
    ...(held ? { initialData: held, initialDataUpdatedAt: 0, staleTime: 0 } : {}),
  })
  return (
    <>
      <p>{data}</p>
      <ErrorAlert error={error} />
    </>
  )
}
const inDialog = (held?: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Modal opened onClose={() => {}} title="Details">
          <Part {...(held ? { held } : {})} />
        </Modal>
      </MantineProvider>
    </QueryClientProvider>,
  )

test.each([['nothing'], ['an older answer']])('in a dialog that holds %s the dialog has it', async (held) => {
  inDialog(held === 'nothing' ? undefined : held)
  const again = await screen.findByRole('button', { name: 'Try again' })
  await userEvent.click(again)
  expect(await screen.findByText('Here it is.')).toBeVisible()
  expect(again).not.toBeInTheDocument()
  expect(screen.getByRole('dialog')).toHaveFocus()
})

test('after a failed try, an alert that disappears by itself leaves the focus alone', async () => {
  let isBroken = true
  function Own() {
    const { error } = useQuery({
      queryKey: ['own'],
      queryFn: async () => {
        if (isBroken) throw new Error('Out of order.')
        return 'new'
      },
      retry: false,
      ...{ initialData: 'old', initialDataUpdatedAt: 0, staleTime: 0 },
    })
    return <ErrorAlert error={error} />
  }
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <main>
          <h1 tabIndex={-1}>Title</h1>
          <Own />
        </main>
      </MantineProvider>
    </QueryClientProvider>,
  )
  const again = await screen.findByRole('button', { name: 'Try again' })
  await userEvent.click(again)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  act(() => again.blur())
  isBroken = false
  await act(() => queryClient.refetchQueries())
  await waitFor(() => expect(again).not.toBeInTheDocument())
  expect(document.body).toHaveFocus()
})
