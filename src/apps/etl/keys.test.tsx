import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { createApiKey, listApiKeys, postLineage } from '#contract/apps/etl.ts'
import { reportReachable } from '#src/api/connection.ts'
import { lineageEvent } from '#tests/lineage-event.ts'
import { fill, holdRequests, loseFirstAnswer, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

test('creates a key, shows it once, and revokes it', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { user } = await openPage('/app/etl?tab=keys', { portal: portal(), as: boss })
  expect(await screen.findByText(/^No keys yet/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Create Key' }))
  expect(await screen.findByText('Name is required.')).toBeVisible()
  await fill(user, screen.getByLabelText('Name'), 'Airflow production')
  await user.click(screen.getByRole('button', { name: 'Create Key' }))

  const shown = await screen.findByLabelText<HTMLInputElement>('The key for Airflow production')
  await waitFor(() => expect(shown).toHaveFocus())
  const key = shown.value
  const reported = await portal().call(postLineage, { as: key, body: lineageEvent() })
  expect(reported.status).toBe(201)
  await user.click(screen.getByRole('link', { name: 'Foyer' }))
  const question = await screen.findByRole('dialog', { name: 'Unsaved changes' })
  expect(question).toHaveTextContent('The key is not copied yet')
  await user.click(within(question).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Copy key' }))
  expect(await navigator.clipboard.readText()).toBe(key)
  expect(await screen.findByText('It was copied.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue(key)).toBeNull()
  expect(screen.getByRole('heading', { name: 'API Keys' })).toHaveFocus()

  await user.click(await screen.findByRole('button', { name: 'Revoke Airflow production' }))
  const dialog = await screen.findByRole('dialog', { name: 'Airflow production' })
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('The key was revoked.')).toBeVisible()
  expect((await portal().call(listApiKeys, { as: boss.token })).body).toEqual([])
})

test('asks before leaving a typed name', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { user, address } = await openPage('/app/etl?tab=keys', { portal: portal(), as: boss })
  await fill(user, await screen.findByLabelText('Name'), 'Airflow')
  await user.click(screen.getByRole('link', { name: 'Foyer' }))
  const question = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
  await user.click(question.getByRole('button', { name: 'Stay' }))
  expect(address()).toBe('/app/etl?tab=keys')
  expect(screen.getByLabelText('Name')).toHaveValue('Airflow')
})

test('limits a key to known sources and to one that has not reported yet', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { key } = (await portal().call(createApiKey, { as: boss.token, body: { name: 'Old' } })).body
  for (const source of ['crm', 'shop, north', 'bills'])
    await portal().call(postLineage, { as: key, body: lineageEvent({ source, run: source }) })
  const { user } = await openPage('/app/etl?tab=keys', { portal: portal(), as: boss })
  await fill(user, await screen.findByLabelText('Name'), 'Airflow')
  await user.selectOptions(screen.getByLabelText('May report for'), 'Only these data sources')
  await user.click(screen.getByRole('button', { name: 'Create Key' }))
  expect(await screen.findByText('Name at least one data source.')).toBeVisible()

  const field = screen.getByRole('combobox', { name: 'Data sources' })
  await user.type(field, 'nor')
  const suggestions = within(await screen.findByRole('listbox', { name: 'Data sources' }))
  expect(suggestions.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['shop, north'])
  await user.click(suggestions.getByRole('option', { name: 'shop, north' }))
  await user.type(field, 'warehouse, new{Enter}')
  // Text left in the field counts as well: nobody presses Enter before a button.
  await user.type(field, 'CRM')
  await user.click(screen.getByRole('button', { name: 'Create Key' }))

  const limited = (await screen.findByLabelText<HTMLInputElement>('The key for Airflow')).value
  expect(await screen.findByText('May report for shop, north, warehouse, new, CRM only')).toBeVisible()
  expect(screen.getByText('May report for all data sources')).toBeVisible()
  const report = async (source: string) =>
    (await portal().call(postLineage, { as: limited, body: lineageEvent({ source }) })).status
  expect(await Promise.all(['shop, north', 'warehouse, new', 'CRM', 'crm'].map(report))).toEqual([201, 201, 201, 403])
})

test('shows the first of many sources, and the others on request', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const sources = Array.from({ length: 100 }, (_, index) => `source ${index + 1}`)
  await portal().call(createApiKey, { as: boss.token, body: { name: 'Wide', sources } })
  const { user } = await openPage('/app/etl?tab=keys', { portal: portal(), as: boss })
  const summary = await screen.findByText('May report for source 1, source 2, source 3 and 97 more only')
  await user.click(summary)
  expect(screen.getByText(/source 100$/)).toBeVisible()
})

test('shows keys to admins only', async () => {
  const reader = await portal().addUser({ flags: { access_etl: true } })
  await openPage('/app/etl?tab=keys', { portal: portal(), as: reader })
  expect(await screen.findByRole('tab', { name: 'Overview', selected: true })).toBeVisible()
  expect(screen.queryByRole('tab', { name: 'Keys' })).toBeNull()
})

test('shows what is expected below the keys once these are known, so that it does not move', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const keys = holdRequests(http.get, listApiKeys.path)
  await openPage('/app/etl?tab=keys', { portal: portal(), as: boss })
  expect(await screen.findByText('Loading...')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Expected Runs' })).toBeNull()
  keys.release()
  expect(await screen.findByRole('heading', { name: 'Expected Runs' })).toBeVisible()
})

test('does not create or revoke keys offline', async () => {
  const { user } = await openPage('/app/etl', { portal: portal(), as: await portal().addUser({ isAdmin: true }) })
  await screen.findByRole('tab', { name: 'Keys' })
  network.use(offlineHandler)
  await user.click(screen.getByRole('tab', { name: 'Keys' }))
  expect(
    await screen.findByText('You are offline. Keys can be made and revoked once the portal is back.'),
  ).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create Key' })).toBeDisabled())
  expect(await screen.findByText(/^The list of keys needs the network\./)).toBeVisible()
  expect(await screen.findByText(/^The list of expected runs needs the network\./)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('adds, shows and removes an expectation', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { key } = (await portal().call(createApiKey, { as: boss.token, body: { name: 'dbt' } })).body
  await portal().call(postLineage, { as: key, body: lineageEvent({ source: 'crm', job: 'sync' }) })
  const { user } = await openPage('/app/etl?tab=keys', { portal: portal(), as: boss })
  await screen.findByRole('option', { name: 'crm' })
  await user.click(screen.getByRole('button', { name: 'Expect' }))
  expect(await screen.findByText('Data source is required.')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Data Source'), 'crm')
  await user.selectOptions(screen.getByLabelText('Task'), 'sync')
  await fill(user, screen.getByLabelText('Every'), 'now and then')
  await user.click(screen.getByRole('button', { name: 'Expect' }))
  expect(await screen.findByText(/number/)).toBeVisible()
  await fill(user, screen.getByLabelText('Every'), '6')
  await user.selectOptions(screen.getByLabelText('Unit'), 'hours')
  await user.click(screen.getByRole('button', { name: 'Expect' }))
  expect(await screen.findByText('crm · sync is expected every 6 hours.')).toBeVisible()
  expect(await screen.findByText('Every 6 hours, late after 30 minutes more')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Remove crm · sync' }))
  const dialog = await screen.findByRole('dialog', { name: 'crm · sync' })
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('crm · sync is expected no longer.')).toBeVisible()
})

const question = async () => within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))

test('asks before the tab is left with a key that is not copied or a half-typed form', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { user, address } = await openPage('/app/etl?tab=keys', { portal: portal(), as: boss })
  await fill(user, await screen.findByLabelText('Name'), 'Spark')
  await user.click(screen.getByRole('tab', { name: 'Overview' }))
  await user.click((await question()).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Create Key' }))

  const key = (await screen.findByLabelText<HTMLInputElement>('The key for Spark')).value
  screen.getByRole('tab', { name: 'Keys' }).focus()
  await user.keyboard('{ArrowLeft}')
  await user.click((await question()).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByDisplayValue(key)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy key' }))
  await user.click(screen.getByRole('button', { name: 'Done' }))

  await fill(user, screen.getByLabelText('Every'), '6')
  await user.click(screen.getByRole('tab', { name: 'Overview' }))
  await user.click((await question()).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(address()).toBe('/app/etl'))
  expect(await screen.findByRole('tab', { name: 'Overview', selected: true })).toBeVisible()
})

test('can retry loading the data sources', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { key } = (await portal().call(createApiKey, { as: boss.token, body: { name: 'dbt' } })).body
  await portal().call(postLineage, { as: key, body: lineageEvent({ source: 'crm', job: 'sync' }) })
  let isBroken = true
  const refuse = () => (isBroken ? HttpResponse.json({ detail: 'Not just now.' }, { status: 500 }) : undefined)
  network.use(http.get('*/api/etl/datasource/', refuse))
  const { user } = await openPage('/app/etl?tab=keys', { portal: portal(), as: boss })
  const place = within(await screen.findByRole('region', { name: 'Expected Runs' }))
  // The query fails only after three attempts with growing delays.
  expect(await place.findByRole('alert', {}, { timeout: 20_000 })).toHaveTextContent('Not just now.')
  isBroken = false
  await user.click(place.getByRole('button', { name: 'Try again' }))
  expect(await place.findByRole('option', { name: 'crm' })).toBeInTheDocument()
  expect(place.queryByRole('alert')).toBeNull()
})

test('does not create a key anew whose answer was lost, until the person insists', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { user } = await openPage('/app/etl?tab=keys', { portal: portal(), as: boss })
  const stored = async () => (await portal().call(listApiKeys, { as: boss.token })).body.length
  await fill(user, await screen.findByLabelText('Name'), 'Flink')
  loseFirstAnswer(http.post, '*/api/etl/keys/')
  const before = await stored()
  const create = () => user.click(screen.getByRole('button', { name: 'Create Key' }))
  await create()
  expect(await screen.findByRole('alert')).toHaveTextContent(/^No answer arrived. If the key is in the list below/)
  reportReachable()
  expect(await screen.findByRole('button', { name: 'Revoke Flink' })).toBeVisible()
  await create()
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/^There is a key named “Flink” already/))
  expect(await stored()).toBe(before + 1)
  await create()
  expect(await screen.findByLabelText('The key for Flink')).toBeVisible()
  expect(await stored()).toBe(before + 2)
})
