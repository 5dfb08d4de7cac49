import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createApiKey, listApiKeys, postLineage } from '#contract/apps/etl.ts'
import { lineageEvent } from '#tests/lineage-event.ts'
import { network, openPage, unplugged, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

test('a key is made, shown once, and revoked', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { user } = await openPage('/app/etl?tab=keys', { portal: portal(), as: boss })
  expect(await screen.findByText(/^No keys yet/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText('Name is required.')).toBeVisible()
  await user.type(screen.getByLabelText('Name'), 'Airflow production')
  await user.click(screen.getByRole('button', { name: 'Create key' }))

  const key = (await screen.findByLabelText<HTMLInputElement>('The key for Airflow production')).value
  const reported = await portal().call(postLineage, { as: key, body: lineageEvent() })
  expect(reported.status).toBe(201)
  await user.click(screen.getByRole('button', { name: 'Copy key' }))
  expect(await navigator.clipboard.readText()).toBe(key)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue(key)).toBeNull()

  await user.click(await screen.findByRole('button', { name: 'Revoke Airflow production' }))
  const dialog = await screen.findByRole('dialog', { name: 'Airflow production' })
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Airflow production was revoked.')).toBeVisible()
  expect((await portal().call(listApiKeys, { as: boss.token })).body).toEqual([])
})

test('keys are for admins', async () => {
  const reader = await portal().addUser({ flags: { access_etl: true } })
  await openPage('/app/etl?tab=keys', { portal: portal(), as: reader })
  expect(await screen.findByRole('tab', { name: 'Overview', selected: true })).toBeVisible()
  expect(screen.queryByRole('tab', { name: 'Keys' })).toBeNull()
})

test('without a line keys can be neither made nor revoked', async () => {
  const { user } = await openPage('/app/etl', { portal: portal(), as: await portal().addUser({ isAdmin: true }) })
  await screen.findByRole('tab', { name: 'Keys' })
  network.use(unplugged)
  await user.click(screen.getByRole('tab', { name: 'Keys' }))
  expect(
    await screen.findByText('You are offline. Keys can be made and revoked once the portal is back.'),
  ).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create key' })).toBeDisabled())
})

test('what is expected is said, shown, and taken back', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { key } = (await portal().call(createApiKey, { as: boss.token, body: { name: 'dbt' } })).body
  await portal().call(postLineage, { as: key, body: lineageEvent({ source: 'crm', job: 'sync' }) })
  const { user } = await openPage('/app/etl?tab=keys', { portal: portal(), as: boss })
  await screen.findByRole('option', { name: 'crm' })
  await user.click(screen.getByRole('button', { name: 'Expect' }))
  expect(await screen.findByText('Data source is required.')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Data source'), 'crm')
  await user.selectOptions(screen.getByLabelText('Task'), 'sync')
  await user.clear(screen.getByLabelText('Every'))
  await user.type(screen.getByLabelText('Every'), 'now and then')
  await user.click(screen.getByRole('button', { name: 'Expect' }))
  expect(await screen.findByText(/number/)).toBeVisible()
  await user.clear(screen.getByLabelText('Every'))
  await user.type(screen.getByLabelText('Every'), '6')
  await user.selectOptions(screen.getByLabelText('Unit'), 'hours')
  await user.click(screen.getByRole('button', { name: 'Expect' }))
  expect(await screen.findByText('crm · sync is expected every 6 hours.')).toBeVisible()
  expect(await screen.findByText('Every 6 hours, late after 30 minutes more')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Remove crm · sync' }))
  const dialog = await screen.findByRole('dialog', { name: 'crm · sync' })
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('crm · sync is expected no longer.')).toBeVisible()
})
