import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Run } from '#contract/apps/etl.ts'
import { queryClient } from '#src/api/query-client.ts'
import { failedRun, plainEtl, runOf } from '#tests/etl.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import { onPhone } from '#tests/phone.ts'

const { portal } = withPortal()

const reader = () => portal().addUser({ flags: { access_etl: true } })
const table = () => screen.findByRole('table', { name: 'Recent Runs' })
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
const week = () => screen.findByRole('region', { name: 'Past week' })

/** Handlers of a server that has counts. */
const counted = (held: { runs: Run[] }) => [
  http.get('*/api/etl/summary/', () => {
    const of = (part: (run: Run) => boolean) => held.runs.filter(part).length
    const counts = {
      successful: of(({ isSuccessful }) => isSuccessful),
      failed: of(({ isSuccessful, isFixed }) => !isSuccessful && !isFixed),
      amended: of(({ isSuccessful, isFixed }) => !isSuccessful && isFixed),
    }
    return HttpResponse.json({
      total: held.runs.length,
      ...counts,
      since: new Date(Date.now() - 6 * 86_400_000).toISOString(),
      days: [{ date: '2026-03-04', ...counts }],
    })
  }),
  ...plainEtl(held),
]

test('shows the rate, the counts and the runs of the past week, newest first', async () => {
  network.use(...counted({ runs: [runOf(), failedRun({ taskName: 'Broken' }), failedRun({ isFixed: true })] }))
  const { user } = await openPage('/app/etl', { portal: portal(), as: await reader() })
  expect(await screen.findByRole('heading', { name: 'ETL Viewer', level: 1 })).toBeVisible()
  expect(screen.getByRole('tablist', { name: 'ETL Viewer' })).toBeVisible()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Overview',
    "Drill DownDon't use yet",
    'Failed Steps',
  ])
  const figures = await week()
  expect(figures).toHaveTextContent('33.3%')
  const numbers = within(figures)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent)
  expect(numbers).toEqual(['3', '1', '1', '1'])
  expect(screen.queryByRole('table', { name: 'Runs per day' })?.closest('details')).not.toHaveAttribute('open')
  await user.click(within(figures).getByText('Table'))
  const days = within(figures).getByRole('table', { name: 'Runs per day' })
  expect(days).toBeVisible()
  expect(
    within(days)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['1', '1', '1'])

  // People who cannot tell red from green recognize the parts by their texture, in the ring and in the legend.
  const paints = (of: Element, what: string) =>
    [...of.querySelectorAll(`[${what}]`)].map((part) => part.getAttribute(what)).filter((paint) => paint !== 'none')
  const ring = within(figures).getByText('Success rate, past week').parentElement as HTMLElement
  expect(paints(ring, 'stroke')).toEqual(['var(--available)', 'url(#runs-amended)', 'url(#runs-failed)'])
  const legend = within(figures).getByText('Runs per day', { selector: 'figcaption > *' }).parentElement as HTMLElement
  expect(paints(legend, 'fill')).toEqual(paints(ring, 'stroke'))
  for (const status of ['amended', 'failed']) expect(document.querySelector(`pattern#runs-${status}`)).not.toBeNull()

  const headers = within(await table()).getAllByRole('columnheader')
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    'Status',
    'Data Source',
    'Table Name',
    'Task Name',
    'Run Time',
  ])
  expect((await rows()).map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
    'Success',
    'Failed',
    'Amended',
  ])
})

test('shows a dash and a sentence if nothing has run', async () => {
  network.use(...counted({ runs: [] }))
  await openPage('/app/etl', { portal: portal(), as: await reader() })
  expect(await week()).toHaveTextContent('–')
  expect(await screen.findByText('Nothing has run in the past week.')).toBeVisible()
})

test('shows new runs without a reload, and updates the counts', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const held = { runs: [runOf()] }
  network.use(...counted(held))
  await openPage('/app/etl', { portal: portal(), as: await reader() })
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  held.runs = [failedRun({ taskName: 'Just now', createdAt: new Date().toISOString() }), ...held.runs]
  await act(async () => vi.advanceTimersByTime(5_000))
  await waitFor(async () => expect((await rows())[0]).toHaveTextContent('Just now'))
  expect(await week()).toHaveTextContent('50.0%')
})

test('counts all runs itself if the server has no counts', async () => {
  const runs = Array.from({ length: 620 }, (_, index) =>
    (index === 610 ? failedRun : runOf)({ createdAt: new Date(Date.now() - index).toISOString() }),
  )
  network.use(...plainEtl({ runs }))
  await openPage('/app/etl', { portal: portal(), as: await reader() })
  await waitFor(async () => expect(await week()).toHaveTextContent('99.8%'))
  expect(screen.getByText('620 runs')).toBeVisible()
})

test('loads older runs on request, and stops at the end of the list', async () => {
  const runs = Array.from({ length: 510 }, () => runOf())
  network.use(...counted({ runs }))
  const { user } = await openPage('/app/etl', { portal: portal(), as: await reader() })
  expect(await screen.findByText('500 of 510 runs')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Load older runs' }))
  expect(await screen.findByText('510 runs')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Load older runs' })).toBeNull()
})

test('while older runs cannot be loaded, offers all rows so far', async () => {
  network.use(...counted({ runs: Array.from({ length: 510 }, () => runOf()) }))
  const { user } = await openPage('/app/etl', { portal: portal(), as: await reader() })
  expect(await screen.findByRole('button', { name: 'Show all 500 rows so far' })).toBeVisible()
  network.use(http.get('*/api/etl/action/', () => HttpResponse.json({ detail: 'Not now.' }, { status: 400 })))
  await user.click(screen.getByRole('button', { name: 'Load older runs' }))
  expect(await screen.findByText('Not now.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Show all 500 rows so far' })).toBeVisible()
})

test('links failed and amended runs to their reason', async () => {
  const [failed, amended] = [
    runOf({ taskName: 'Broken', isSuccessful: false }),
    runOf({ taskName: 'Mended', isSuccessful: false, isFixed: true }),
  ]
  network.use(...counted({ runs: [failed, amended, runOf({ taskName: 'All well' })] }))
  await openPage('/app/etl', { portal: portal(), as: await reader() })
  const link = async (name: string) => within(await table()).queryByRole('link', { name })
  expect(await link('Broken')).toHaveAttribute('href', `/app/etl?tab=failed&run=${failed._id}`)
  expect(await link('Mended')).toHaveAttribute('href', `/app/etl?tab=failed&all=true&run=${amended._id}`)
  expect(await link('All well')).toBeNull()
})

test('keeps the search in the address', async () => {
  network.use(...counted({ runs: [runOf({ tableName: 'invoices' }), runOf({ dataSource: 'crm' })] }))
  const { user, address, router } = await openPage('/app/etl', { portal: portal(), as: await reader() })
  await user.type(await screen.findByLabelText('Source, table or task'), 'CRM load')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(address()).toBe('/app/etl?q=CRM+load')
  await user.click(screen.getByRole('tab', { name: 'Failed Steps' }))
  await waitFor(() => expect(address()).toBe('/app/etl?tab=failed'))
  router.history.back()
  await table()
  expect(screen.getByLabelText('Source, table or task')).toHaveValue('CRM load')
})

test('names the source once per row on a desktop, and in the second line on a phone', async () => {
  network.use(...counted({ runs: [runOf({ dataSource: 'lake' })] }))
  const as = await reader()
  const { leave } = await openPage('/app/etl', { portal: portal(), as })
  expect(within(await table()).getAllByText(/lake/)).toHaveLength(1)
  leave()
  onPhone()
  await openPage('/app/etl', { portal: portal(), as })
  expect(within(await table()).getAllByText(/lake/)).toHaveLength(2)
})

test('on a phone, sorts by a select, newest first by default', async () => {
  onPhone()
  network.use(...counted({ runs: [runOf({ tableName: 'orders' }), runOf({ tableName: 'bills' })] }))
  const { user, address } = await openPage('/app/etl', { portal: portal(), as: await reader() })
  const orders = await screen.findByRole('combobox', { name: 'Sort by' })
  expect(orders).toHaveDisplayValue('Run Time, descending')
  await user.selectOptions(orders, 'Table Name, ascending')
  await waitFor(async () => expect((await rows())[0]).toHaveTextContent('bills'))
  await user.selectOptions(orders, 'Table Name, descending')
  await waitFor(async () => expect((await rows())[0]).toHaveTextContent('orders'))
  expect(orders).toHaveDisplayValue('Table Name, descending')
  expect(address()).toBe('/app/etl?sort=table&dir=desc')
})

test('keeps the runs while offline and says how old they are', async () => {
  network.use(...counted({ runs: [runOf({ taskName: 'Seen before' })] }))
  const { user } = await openPage('/app/etl', { portal: portal(), as: await reader() })
  await waitFor(async () => expect((await rows())[0]).toHaveTextContent('Seen before'))
  network.use(offlineHandler)
  // The device has nothing cached for this tab, so the notice mentions no earlier runs.
  await user.click(screen.getByRole('tab', { name: /Drill Down/ }))
  expect(await screen.findByText(/^No connection since [^.]*\. ?$/)).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Overview' }))
  expect(await screen.findByText(/^No connection since .* You see the runs from before\.$/)).toBeVisible()
  expect((await rows())[0]).toHaveTextContent('Seen before')
})

test('reports once what cannot be loaded offline', async () => {
  const as = await reader()
  network.use(offlineHandler)
  await openPage('/app/etl', { portal: portal(), as })
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
  // After both the runs and the counts have failed.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('searches and sorts all runs of the week, and refreshes the older ones it holds', async () => {
  const held = {
    runs: Array.from({ length: 620 }, (_, index) =>
      runOf({
        tableName: index % 2 ? 'orders' : 'invoices',
        createdAt: new Date(Date.now() - index * 1_000).toISOString(),
      }),
    ),
  }
  network.use(...counted(held))
  const { user } = await openPage('/app/etl', { portal: portal(), as: await reader() })
  expect(await screen.findByText('500 of 620 runs')).toBeVisible()
  await user.type(await screen.findByLabelText('Source, table or task'), 'invoices')
  expect(await screen.findByText('310 of 620 runs')).toBeVisible()
  const oldest = held.runs[618]
  held.runs = held.runs.map((run) => (run === oldest ? { ...run, isSuccessful: false } : run))
  vi.setSystemTime(Date.now() + 31_000)
  await queryClient.invalidateQueries()
  vi.useRealTimers()
  await user.click(within(await table()).getByRole('button', { name: /^Status/ }))
  await waitFor(async () => expect((await rows())[0]).toHaveTextContent('Failed'))
})

test('refreshes held older runs without loading more, and shows new runs even if older ones fail', async () => {
  const held = { runs: Array.from({ length: 1_200 }, () => runOf()) }
  network.use(...counted(held))
  const { user } = await openPage('/app/etl', { portal: portal(), as: await reader() })
  await user.click(await screen.findByRole('button', { name: 'Load older runs' }))
  expect(await screen.findByText('1,000 of 1,200 runs')).toBeVisible()
  async function later(taskName: string): Promise<void> {
    held.runs = [runOf({ taskName, createdAt: new Date().toISOString() }), ...held.runs]
    vi.setSystemTime(Date.now() + 31_000)
    await queryClient.invalidateQueries()
    vi.useRealTimers()
    await waitFor(async () => expect((await rows())[0]).toHaveTextContent(taskName))
  }
  await later('A moment ago')
  expect(await screen.findByText('1,001 of 1,201 runs')).toBeVisible()
  await later('Just now')
  expect(await screen.findByText('1,002 of 1,202 runs')).toBeVisible()
  network.use(
    http.get('*/api/etl/action/', ({ request }) =>
      request.url.includes('before') ? HttpResponse.json({ detail: 'Not now.' }, { status: 400 }) : undefined,
    ),
  )
  await later('At last')
  expect(await screen.findByText('1,003 of 1,203 runs')).toBeVisible()
})

test('keeps the place of figures that come later than the runs, so that these are not pushed down', async () => {
  let release = () => {}
  const late = new Promise<void>((resolve) => {
    release = resolve
  })
  network.use(
    http.get('*/api/etl/summary/', () => late.then(() => undefined)),
    ...counted({ runs: [runOf()] }),
  )
  await openPage('/app/etl', { portal: portal(), as: await reader() })
  const above = async () => (await table()).closest('section')?.previousElementSibling
  // Empty for everybody, and as high as it will be.
  expect(await above()).toHaveTextContent('Total')
  expect((await above())?.querySelector('section')).toHaveAttribute('aria-hidden', 'true')
  expect(screen.queryByRole('region', { name: 'Past week' })).toBeNull()
  expect(await screen.findByText('Loading...')).toBeVisible()
  release()
  expect(await week()).toHaveTextContent('100%')
  expect(await above()).toBe(await week())
  expect(document.querySelector('section[inert]')).toBeNull()
})
