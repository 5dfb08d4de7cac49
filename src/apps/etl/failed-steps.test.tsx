import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { expect, test, vi } from 'vitest'
import { RUNS_PER_CALL, type Run } from '#contract/apps/etl.ts'
import { queryClient } from '#src/api/query-client.ts'
import { clockTime } from '#src/lib/clock-time.ts'
import { myChanges, onMyChanges, unsettled } from '#src/offline/my-changes.ts'
import { failedRun, plainEtl, runOf } from '#tests/etl.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import { onPhone } from '#tests/phone.ts'
import { fixChange } from './changes.ts'
import { failedRuns } from './queries.ts'

const { portal, plugIn } = withPortal()
/** Spied before the database is opened, because Dexie keeps the functions it finds then. */
const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')

async function openFailed(runs: Run[], ...before: RequestHandler[]) {
  const held = { runs }
  network.use(...before, ...plainEtl(held))
  const reader = await portal().addUser({ flags: { access_etl: true } })
  const page = await openPage('/app/etl?tab=failed', { portal: portal(), as: reader })
  const isFixed = (id: number) => held.runs.find(({ _id }) => _id === id)?.isFixed
  return { ...page, isFixed, plugIn: () => [plugIn(), network.use(...plainEtl(held))] }
}

const table = () => screen.findByRole('table', { name: 'Failed Steps' })
const rowOf = async (task: string) =>
  within(await table())
    .getAllByRole('row')
    .find((row) => row.textContent?.includes(task))
const resolveButtons = () => screen.queryAllByRole('button', { name: 'Error Resolved' })

test('gives the buttons of a step that fails every night a different name or description in each row', async () => {
  const nights = ['2026-03-04T02:00:00.000Z', '2026-03-05T02:00:00.000Z']
  await openFailed(nights.map((createdAt) => failedRun({ taskName: 'Nightly', message: 'Disk full', createdAt })))
  await waitFor(() => expect(resolveButtons()).toHaveLength(2))
  const names = (role: string, name: RegExp) =>
    new Set(screen.getAllByRole(role, { name }).map((element) => element.getAttribute('aria-label'))).size
  expect(names('checkbox', /^Select Nightly/)).toBe(2)
  expect(names('button', /^Reason of Nightly/)).toBe(2)
  const told = resolveButtons().map((button) =>
    (button.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent),
  )
  expect(new Set(told.map((words) => words.join())).size).toBe(2)
  expect(told.flat()).not.toContain(undefined)
})

test('resolves an error, removes it from the list, and can undo that', async () => {
  const [one, two] = [failedRun({ taskName: 'Load people' }), failedRun({ taskName: 'Load bills' })]
  const { user, isFixed } = await openFailed([runOf({ taskName: 'All well' }), one, two])
  await waitFor(() => expect(resolveButtons()).toHaveLength(2))
  expect(await rowOf('All well')).toBeUndefined()
  const row = await rowOf('Load people')
  expect(within(row as HTMLElement).getByRole('button', { name: 'Error Resolved' })).toHaveAccessibleDescription(
    /^Load people /,
  )
  // The second click of a double click reaches the row that takes the first one's place.
  fireEvent.click(resolveButtons()[1] as HTMLElement, { detail: 2 })
  await user.click(within(row as HTMLElement).getByRole('button', { name: 'Error Resolved' }))
  expect(await screen.findByText('1 error is marked as resolved.')).toBeVisible()
  expect(isFixed(two._id)).toBeFalsy()
  // Undo comes before the rows in the order of the Tab key.
  const undo = screen.getByRole('button', { name: 'Undo' })
  expect(undo.compareDocumentPosition(await table())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await waitFor(async () => expect(await rowOf('Load people')).toBeUndefined())
  await waitFor(() => expect(isFixed(one._id)).toBe(true))

  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await rowOf('Load people')).toBeVisible())
  const back = async () =>
    within((await rowOf('Load people')) as HTMLElement).getByRole('button', { name: 'Error Resolved' })
  await waitFor(async () => expect(await back()).toHaveFocus())
  await waitFor(() => expect(isFixed(one._id)).toBe(false))
  expect(screen.queryByText('1 error is marked as resolved.')).toBeNull()
})

test('on a phone, sorts by a select, which offers the status only where all errors are listed', async () => {
  onPhone()
  const { user, address } = await openFailed([
    failedRun({ taskName: 'Zip bills' }),
    failedRun({ taskName: 'Add bills', isFixed: true }),
    failedRun({ taskName: 'Mail bills' }),
  ])
  const tasks = async () =>
    within(await table())
      .getAllByRole('row')
      .flatMap(({ textContent }) => /(?:Add|Mail|Zip) bills/.exec(textContent ?? '')?.[0] ?? [])
  const orders = await screen.findByRole('combobox', { name: 'Sort by' })
  expect(within(orders).queryByRole('option', { name: /^Status/ })).toBeNull()
  await user.selectOptions(orders, 'Task Name, ascending')
  await waitFor(async () => expect(await tasks()).toEqual(['Mail bills', 'Zip bills']))
  await user.selectOptions(orders, 'Task Name, descending')
  await waitFor(async () => expect(await tasks()).toEqual(['Zip bills', 'Mail bills']))
  expect(address()).toBe('/app/etl?tab=failed&sort=task&dir=desc')
  await user.click(screen.getByRole('switch', { name: 'Show All (include amended errors)' }))
  await waitFor(() => expect(within(orders).getByRole('option', { name: 'Status, descending' })).toBeInTheDocument())
  await user.selectOptions(orders, 'Status, descending')
  await waitFor(async () => expect((await tasks())[0]).toBe('Add bills'))
  await user.click(screen.getByRole('switch', { name: 'Show All (include amended errors)' }))
  await waitFor(() => expect(orders).toHaveDisplayValue('Sort by…'))
})

test('dismisses the notice and moves the focus to the count', async () => {
  const { user } = await openFailed([failedRun({ taskName: 'Load people' }), failedRun({ taskName: 'Load bills' })])
  await waitFor(() => expect(resolveButtons()).toHaveLength(2))
  await user.click(resolveButtons()[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  expect(screen.getByText('1 error to look into')).toHaveFocus()
})

test('Show All lists amended errors too, without buttons', async () => {
  const { user, address } = await openFailed([
    failedRun({ taskName: 'Still broken' }),
    failedRun({ taskName: 'Mended', isFixed: true }),
  ])
  await waitFor(() => expect(resolveButtons()).toHaveLength(1))
  expect(await rowOf('Mended')).toBeUndefined()
  await user.click(screen.getByRole('switch', { name: 'Show All (include amended errors)' }))
  await waitFor(async () => expect(await rowOf('Mended')).toHaveTextContent('Amended'))
  expect(await rowOf('Still broken')).toHaveTextContent('Failed')
  expect(resolveButtons()).toEqual([])
  expect(address()).toBe('/app/etl?tab=failed&all=true')
})

test('cuts the reason in the row and shows it in full in a dialog', async () => {
  const message = `Traceback\n${'x'.repeat(4_000)}\nthe end of it`
  const { user } = await openFailed([failedRun({ taskName: 'Long story', message })])
  const row = (await rowOf('Long story')) as HTMLElement
  const reason = within(row).getByRole('button', { name: /^Reason of Long story/ })
  await user.click(reason)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(reason).toHaveFocus())
  await user.click(reason)
  const dialog = await screen.findByRole('dialog', { name: 'Long story' })
  expect(dialog).toHaveTextContent('the end of it')
  await user.click(within(dialog).getByRole('button', { name: 'Error Resolved' }))
  expect(await screen.findByText('1 error is marked as resolved.')).toBeVisible()
})

test('keeps the open run in the address: Back closes it, and a shared link opens it', async () => {
  const run = failedRun({ taskName: 'Load people', message: 'Disk full' })
  const { user, address, router } = await openFailed([run, failedRun({ taskName: 'Load bills' })])
  const list = '/app/etl?tab=failed'
  const reason = await screen.findByRole('button', { name: /^Reason of Load people/ })
  await user.click(reason)
  await screen.findByRole('dialog', { name: 'Load people' })
  expect(address()).toBe(`${list}&run=${run._id}`)
  router.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe(list)
  await waitFor(() => expect(reason).toHaveFocus())

  act(() => reason.blur())
  await act(() => router.navigate({ href: `${list}&run=${run._id}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Load people' }))
  expect(dialog.getByText('Disk full')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(address()).toBe(list))
  // No button on this page opened the dialog, so the title gets the focus.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'ETL Viewer' })).toHaveFocus())
  const row = within((await rowOf('Load people')) as HTMLElement)
  await user.click(row.getByRole('button', { name: /^Reason of Load people/ }))
  const again = within(await screen.findByRole('dialog', { name: 'Load people' }))
  await user.click(again.getByRole('button', { name: 'Error Resolved' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe(list)
  expect(await screen.findByText('1 error is marked as resolved.')).toBeVisible()
  // Its row is gone, so the focus moves to the next one.
  await waitFor(() => expect(resolveButtons()[0]).toHaveFocus())
})

test('reports a link to a run that is not listed, and loads older runs to find it', async () => {
  const newer = Array.from({ length: RUNS_PER_CALL }, (_, at) => failedRun({ taskName: `Load ${at}` }))
  const old = failedRun({ taskName: 'Load people', message: 'Disk full' })
  const { router } = await openFailed([...newer, old])
  expect(await screen.findByText(/to look into$/)).toBeVisible()
  await act(() => router.navigate({ href: `/app/etl?tab=failed&run=${old._id}` }))
  expect(await screen.findByRole('dialog', { name: 'Load people' })).toHaveTextContent('Disk full')
  await act(() => router.navigate({ href: '/app/etl?tab=failed&run=987654' }))
  expect(await screen.findByText('The run of this link is not among the failed ones.')).toBeVisible()
})

test('does not claim that nothing is broken before older runs are loaded', async () => {
  const amended = Array.from({ length: RUNS_PER_CALL }, () => failedRun({ isFixed: true }))
  const runs = [...amended, failedRun({ taskName: 'Load people' })]
  let isBroken = true
  const older = http.get('*/api/etl/actionfail/', ({ request }) =>
    isBroken && request.url.includes('before=') ? HttpResponse.json({ detail: 'Busy.' }, { status: 400 }) : undefined,
  )
  const { user } = await openFailed(runs, older)
  const newest = `the newest ${RUNS_PER_CALL} failed runs. Older ones are not looked through yet.`
  expect(await screen.findByText(`None among ${newest}`)).toBeVisible()
  expect(screen.getByText('So far no errors to look into')).toBeVisible()
  await user.type(screen.getByRole('searchbox'), 'people')
  expect(await screen.findByText(`No errors match among ${newest}`)).toBeVisible()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Load older runs' }))
  expect(await screen.findByText('1 error to look into')).toBeVisible()
  expect(await rowOf('Load people')).toBeVisible()
})

test('searches and sorts by reason', async () => {
  const { user, address } = await openFailed([
    failedRun({ taskName: 'Load people', message: 'Disk full' }),
    failedRun({ taskName: 'Load bills', message: 'Timeout' }),
  ])
  await user.type(await screen.findByRole('searchbox', { name: 'Source, table, task or reason' }), 'disk')
  expect(await screen.findByText('1 error to look into')).toBeVisible()
  expect(await rowOf('Load people')).toBeVisible()
  await user.clear(screen.getByRole('searchbox'))
  await user.click(within(await table()).getByRole('button', { name: 'Reason' }))
  await waitFor(() => expect(address()).toBe('/app/etl?tab=failed&sort=reason'))
  expect(within(await table()).getAllByRole('row')[1]).toHaveTextContent('Disk full')
})

test('resolves several errors at once, and undoes them at once', async () => {
  const runs = [1, 2, 3].map((number) => failedRun({ taskName: `Step ${number}` }))
  const { user, isFixed } = await openFailed(runs)
  await user.click(await screen.findByRole('checkbox', { name: /^Select Step 1, / }))
  await user.click(screen.getByRole('checkbox', { name: /^Select Step 3, / }))
  expect(screen.getByRole('checkbox', { name: 'Select all' })).toBePartiallyChecked()
  expect(screen.getByText('2 selected')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Resolve 2 errors' }))
  expect(await screen.findByText('2 errors are marked as resolved.')).toBeVisible()
  await waitFor(() => expect(runs.map(({ _id }) => isFixed(_id))).toEqual([true, false, true]))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(runs.map(({ _id }) => isFixed(_id))).toEqual([false, false, false]))
})

test('keeps the other rows selected when one is resolved by its own button', async () => {
  const [one, ...others] = [1, 2, 3].map((number) => failedRun({ taskName: `Step ${number}` })) as [Run, Run, Run]
  const { user, isFixed } = await openFailed([one, ...others])
  await user.click(await screen.findByRole('checkbox', { name: /^Select Step 1, / }))
  await user.click(screen.getByRole('checkbox', { name: /^Select Step 3, / }))
  await user.click(within((await rowOf('Step 1')) as HTMLElement).getByRole('button', { name: 'Error Resolved' }))
  await waitFor(async () => expect(await rowOf('Step 1')).toBeUndefined())
  expect(screen.getByText('1 selected')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: /^Select Step 3, / })).toBeChecked()
  await waitFor(() => expect(isFixed(one._id)).toBe(true))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await rowOf('Step 1')).toBeVisible())
  expect(screen.getByText('1 selected')).toBeVisible()
  await waitFor(() => expect(isFixed(one._id)).toBe(false))
})

test('undoes only the accepted ones of several resolved errors', async () => {
  const runs = [1, 2].map((number) => failedRun({ taskName: `Step ${number}` }))
  const { user, isFixed } = await openFailed(runs)
  const undone: string[] = []
  network.use(
    http.put('*/api/etl/action/:id/', async ({ request, params }) => {
      const body = (await request.clone().json()) as { isFixed: unknown }
      if (body.isFixed !== true && body.isFixed !== 'True') undone.push(String(params.id))
      if (Number(params.id) === runs[0]?._id) return HttpResponse.json({ detail: 'Not this one.' }, { status: 403 })
      return undefined
    }),
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Resolve 2 errors' }))
  expect(await screen.findByText('1 error is marked as resolved.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(isFixed(runs[1]?._id ?? 0)).toBe(false))
  await waitFor(() => expect(undone).toEqual([String(runs[1]?._id)]))
  expect(myChanges().rows.filter(({ state }) => state === 'rejected')).toHaveLength(1)
})

test('stores hundreds of resolved errors in a few transactions and renders a few times, not once per row', async () => {
  const runs = Array.from({ length: 110 }, (_, number) => failedRun({ taskName: `Step ${number}` }))
  const { user, isFixed } = await openFailed(runs)
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  transactions.mockClear()
  let drawn = 0
  const stop = onMyChanges(() => drawn++)
  const begun = performance.now()
  await user.click(screen.getByRole('button', { name: 'Resolve 110 errors' }))
  expect(await screen.findByText('110 errors are marked as resolved.', {}, { timeout: 30_000 })).toBeVisible()
  await waitFor(() => expect(runs.every(({ _id }) => isFixed(_id))).toBe(true), { timeout: 30_000 })
  await waitFor(() => expect(unsettled(myChanges())).toEqual([]))
  stop()
  const written = transactions.mock.calls.filter(
    ([stores, mode]) => mode === 'readwrite' && String(stores).includes('outbox'),
  )
  expect(written.length).toBeGreaterThan(110)
  // One for each run that is sent, and one for each hundred that are stored.
  expect(written.length).toBeLessThan(120)
  // Many changes are published to listeners at most four times a second (offline/throttled-publisher.ts), however long
  // this machine takes; the last few are published one by one.
  expect(drawn).toBeLessThan(Math.min(90, 30 + (performance.now() - begun) / 250))
})

test('resolves an error offline at once, marks it as waiting, and sends it later', async () => {
  const run = failedRun({ taskName: 'Load offline' })
  const { user, isFixed, plugIn } = await openFailed([run])
  await waitFor(() => expect(resolveButtons()).toHaveLength(1))
  network.use(offlineHandler)
  await user.click(resolveButtons()[0] as HTMLElement)
  expect(await screen.findByText('Nothing is broken: no errors to look into.')).toBeVisible()
  await user.click(screen.getByRole('switch', { name: 'Show All (include amended errors)' }))
  await waitFor(async () => expect(await rowOf('Load offline')).toHaveTextContent(/Amended.*Waiting to be sent/))
  // The change may wait for hours, so the time shown is when it was made.
  const [{ occurredAt = '' } = {}] = myChanges().rows
  expect(await rowOf('Load offline')).toHaveTextContent(`You, ${clockTime(occurredAt)}`)
  expect(isFixed(run._id)).toBe(false)
  plugIn()
  await waitFor(() => expect(isFixed(run._id)).toBe(true))
  await waitFor(async () => expect(await rowOf('Load offline')).not.toHaveTextContent('Waiting'))
})

test('does not bring back an old answer, replayed at a later launch, over another person’s newer change', async () => {
  const run = failedRun({ taskName: 'Load twice' })
  const held = { runs: [run] }
  network.use(...plainEtl(held))
  const reader = await portal().addUser({ flags: { access_etl: true } })
  const first = await openPage('/app/etl?tab=failed', { portal: portal(), as: reader })
  await waitFor(() => expect(resolveButtons()).toHaveLength(1))
  await first.user.click(resolveButtons()[0] as HTMLElement)
  await waitFor(() => expect(myChanges().rows).toMatchObject([{ state: 'acked' }]))
  expect(held.runs[0]?.isFixed).toBe(true)
  first.leave()

  held.runs = [run]
  await openPage('/app/etl?tab=failed', { portal: portal(), as: reader })
  await waitFor(() => expect(resolveButtons()).toHaveLength(1))
  await waitFor(() => expect(myChanges().rows).toHaveLength(1))
  // As Frame.tsx replays the answers at launch.
  act(() => myChanges().rows.forEach(fixChange.onSettled))
  expect(queryClient.getQueryData(failedRuns.query.queryKey)?.runs).toEqual([run])
  expect(resolveButtons()).toHaveLength(1)
})

test('replaces the notice with a refusal in the server’s words, shown in the row as well', async () => {
  const { user } = await openFailed([failedRun({ taskName: 'Overtaken' })])
  await waitFor(() => expect(resolveButtons()).toHaveLength(1))
  network.use(
    http.put('*/api/etl/action/:id/', () =>
      HttpResponse.json({ detail: 'This run was successful after all.' }, { status: 409 }),
    ),
  )
  await user.click(resolveButtons()[0] as HTMLElement)
  await waitFor(async () =>
    expect(await rowOf('Overtaken')).toHaveTextContent('Not saved: This run was successful after all.'),
  )
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Overtaken could not be marked as resolved. This run was successful after all.',
  )
  expect(screen.queryByText('1 error is marked as resolved.')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
