import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, expect, test } from 'vitest'
import { createApiKey, postLineage, RUNS_PER_CALL, setExpectation } from '#contract/apps/etl.ts'
import { type LineageEvent, lineageEvent } from '#tests/lineage-event.ts'
import { network, openPage, withPortal } from '#tests/page.tsx'
import { onPhone } from '#tests/phone.ts'

const { portal } = withPortal()
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

beforeAll(async () => {
  const { token } = await portal().addUser({ isAdmin: true })
  const { key } = (await portal().call(createApiKey, { as: token, body: { name: 'Airflow' } })).body
  const events: LineageEvent[] = [
    { source: 'shop', job: 'load', outputs: ['orders'], time: minutesAgo(300), type: 'FAIL', error: 'Disk full' },
    { source: 'shop', job: 'load', outputs: ['orders'], time: minutesAgo(240) },
    { source: 'shop', job: 'clean', outputs: ['customers'], time: minutesAgo(200) },
    { source: 'crm', job: 'sync', outputs: ['people'], time: minutesAgo(100), type: 'FAIL' },
  ]
  await portal().call(postLineage, { as: key, body: events.map((event) => lineageEvent(event)) })
  const body = { dataSource: 'crm', taskName: 'sync', everyMinutes: 60, graceMinutes: 5 }
  await portal().call(setExpectation, { as: token, body })
})

const reader = () => portal().addUser({ flags: { access_etl: true } })

test('lists the data sources, and shows all about the one that is viewed', async () => {
  const { user, address } = await openPage('/app/etl?tab=drill-down', { portal: portal(), as: await reader() })
  const table = await screen.findByRole('table', { name: 'Data Sources' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Data Source', 'Total Tables', 'Total Steps', 'View'])
  const rows = within(table).getAllByRole('row').slice(1)
  // Exact text: a cell has its value and nothing else.
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['crm', '1', '1', 'View'],
    ['shop', '2', '2', 'View'],
  ])

  await user.click(screen.getByRole('button', { name: 'View shop' }))
  const panel = await screen.findByRole('region', { name: 'shop' })
  expect(within(panel).getByRole('heading', { name: 'shop' })).toHaveFocus()
  expect(panel).toHaveTextContent('2 tables')
  const tables = within(panel).getByRole('region', { name: 'Tables' })
  await waitFor(() => expect(tables).toHaveTextContent(/customers.*Success.*orders.*Success/))
  const last = await within(within(panel).getByRole('region', { name: 'Steps' })).findByRole('list', {
    name: 'Last runs of load',
  })
  expect(
    within(last)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Failed', 'Success'])
  expect(address()).toMatch(/^\/app\/etl\?tab=drill-down&source=\d+$/)

  await user.click(screen.getByRole('button', { name: 'Close shop' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'shop' })).toBeNull())
  expect(screen.getByRole('button', { name: 'View shop' })).toHaveFocus()
})

test('closes the viewed source on Back, and links its errors to the failed steps', async () => {
  const { user, address, router } = await openPage('/app/etl?tab=drill-down', { portal: portal(), as: await reader() })
  await user.click(await screen.findByRole('button', { name: 'View shop' }))
  await screen.findByRole('region', { name: 'shop' })
  await user.click(screen.getByRole('button', { name: 'View crm' }))
  await screen.findByRole('region', { name: 'crm' })
  router.history.back()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'crm' })).toBeNull())
  expect(address()).toBe('/app/etl?tab=drill-down')
  expect(screen.getByRole('button', { name: 'View crm' })).toHaveFocus()

  router.history.forward()
  await user.click(await screen.findByRole('link', { name: '1 error to look into' }))
  await waitFor(() => expect(address()).toBe('/app/etl?tab=failed&q=crm'))
})

test('reports a link to an unknown data source above the listed ones', async () => {
  const path = '/app/etl?tab=drill-down&source=999'
  const { user } = await openPage(path, { portal: portal(), as: await reader() })
  expect(await screen.findByText(/^The data source of this link is not listed\./)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'View shop' }))
  expect(await screen.findByRole('region', { name: 'shop' })).toBeVisible()
  expect(screen.queryByText(/not listed/)).toBeNull()
})

test('on a phone, sorts the sources by a select and keeps the order in the address', async () => {
  onPhone()
  const { user, address } = await openPage('/app/etl?tab=drill-down', { portal: portal(), as: await reader() })
  const first = async () => within(await screen.findByRole('table', { name: 'Data Sources' })).getAllByRole('row')[1]
  const orders = await screen.findByRole('combobox', { name: 'Sort by' })
  expect(orders).toHaveDisplayValue('Data Source, ascending')
  expect(await first()).toHaveTextContent('crm')
  await user.selectOptions(orders, 'Total Steps, descending')
  await waitFor(async () => expect(await first()).toHaveTextContent('shop'))
  expect(orders).toHaveDisplayValue('Total Steps, descending')
  expect(address()).toBe('/app/etl?tab=drill-down&sort=steps&dir=desc')
  await user.click(screen.getByRole('button', { name: 'View crm' }))
  await user.click(await screen.findByRole('button', { name: 'Close crm' }))
  await waitFor(() => expect(address()).toBe('/app/etl?tab=drill-down&sort=steps&dir=desc'))
})

test('shows overdue runs above the failed steps', async () => {
  await openPage('/app/etl?tab=failed', { portal: portal(), as: await reader() })
  const late = await screen.findByRole('region', { name: 'Late' })
  expect(late).toHaveTextContent(/crm · sync.*should have run by.*ago.*Last run/)
})

test('shows who resolved an error where all errors are listed', async () => {
  const ann = await portal().addUser({ name: 'Ann Mender', flags: { access_etl: true } })
  const { user } = await openPage('/app/etl?tab=failed', { portal: portal(), as: ann })
  await user.click((await screen.findAllByRole('button', { name: 'Error Resolved' }))[0] as HTMLElement)
  await user.click(screen.getByRole('switch', { name: 'Show All (include amended errors)' }))
  const table = await screen.findByRole('table', { name: 'Failed Steps' })
  await waitFor(() => expect(table).toHaveTextContent(/Amended.*Ann Mender/))
})

test('finds a rare run of the past week behind many newer ones, and counts older failures', async () => {
  const { token } = await portal().addUser({ isAdmin: true })
  const { key } = (await portal().call(createApiKey, { as: token, body: { name: 'Spark' } })).body
  const events: LineageEvent[] = [
    { source: 'lake', job: 'rare', outputs: ['once'], time: minutesAgo(5 * 1_440) },
    { source: 'lake', job: 'rare fault', outputs: ['never'], time: minutesAgo(5 * 1_440), type: 'FAIL' },
    { source: 'lake', job: 'old fault', outputs: ['old'], time: minutesAgo(20 * 1_440), type: 'FAIL' },
    ...Array.from({ length: RUNS_PER_CALL }, () => ({ source: 'noise', job: 'tick', time: minutesAgo(10) })),
  ]
  await portal().call(postLineage, { as: key, body: events.map((event) => lineageEvent(event)) })
  const { user } = await openPage('/app/etl?tab=drill-down', { portal: portal(), as: await reader() })
  await user.click(await screen.findByRole('button', { name: 'View lake' }))
  const steps = within(await screen.findByRole('region', { name: 'lake' })).getByRole('region', { name: 'Steps' })
  const told = () =>
    within(steps)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  await waitFor(() =>
    expect(told()).toEqual([
      'old faultNo run in the past week',
      expect.stringMatching(/^rareSuccess/),
      expect.stringMatching(/^rare faultFailed/),
    ]),
  )
  expect(await screen.findByRole('link', { name: '2 errors to look into' })).toBeVisible()
})

test('counts all errors that its link leads to, including those that only mention the source', async () => {
  const named = { source: 'bills', job: 'load', outputs: ['bills'], time: minutesAgo(50), type: 'FAIL' } as const
  const { token } = await portal().addUser({ isAdmin: true })
  const { key } = (await portal().call(createApiKey, { as: token, body: { name: 'dbt' } })).body
  await portal().call(postLineage, { as: key, body: [lineageEvent({ ...named, error: 'No answer from the till' })] })
  await portal().call(postLineage, { as: key, body: [lineageEvent({ ...named, source: 'till', run: 'till' })] })
  const { user, address } = await openPage('/app/etl?tab=drill-down', { portal: portal(), as: await reader() })
  await user.click(await screen.findByRole('button', { name: 'View till' }))
  await user.click(await screen.findByRole('link', { name: '2 errors to look into' }))
  await waitFor(() => expect(address()).toBe('/app/etl?tab=failed&q=till'))
  expect(await screen.findByText('2 errors to look into')).toBeVisible()
})

test('does not claim that there were no runs if they cannot be loaded, and can retry', async () => {
  let isBroken = true
  const refuse = () => (isBroken ? HttpResponse.json({ detail: 'Not just now.' }, { status: 500 }) : undefined)
  network.use(http.get('*/api/etl/action/', refuse))
  const { user } = await openPage('/app/etl?tab=drill-down', { portal: portal(), as: await reader() })
  await user.click(await screen.findByRole('button', { name: 'View shop' }))
  const panel = within(await screen.findByRole('region', { name: 'shop' }))
  const steps = within(panel.getByRole('region', { name: 'Steps' }))
  expect(steps.getAllByText('–')).toHaveLength(2)
  expect(screen.queryByText('No run in the past week')).toBeNull()
  // The query fails only after three attempts with growing delays.
  expect(await panel.findByRole('alert', {}, { timeout: 20_000 })).toHaveTextContent('Not just now.')
  expect(screen.queryByText('No run in the past week')).toBeNull()
  isBroken = false
  await user.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await steps.findByRole('list', { name: 'Last runs of load' })).toBeVisible()
  expect(panel.queryByRole('alert')).toBeNull()
})

test('reports above the failed steps that overdue runs could not be loaded, and can retry', async () => {
  let isBroken = true
  const refuse = () => (isBroken ? HttpResponse.json({ detail: 'Not just now.' }, { status: 500 }) : undefined)
  network.use(http.get('*/api/etl/late/', refuse))
  const { user } = await openPage('/app/etl?tab=failed', { portal: portal(), as: await reader() })
  // The query fails only after three attempts with growing delays.
  const place = await screen.findByRole('region', { name: 'Late' }, { timeout: 20_000 })
  expect(within(place).getByRole('alert')).toHaveTextContent('Not just now.')
  isBroken = false
  await user.click(within(place).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('region', { name: 'Late' })).toHaveTextContent('should have run by'))
  expect(screen.queryByRole('alert')).toBeNull()
})
