import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failedRun, plainEtl } from '#tests/etl.ts'
import { network, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

test('says that a reason or a link was copied, or was not', async () => {
  network.use(...plainEtl({ runs: [failedRun({ taskName: 'Load people', message: 'Disk full' })] }))
  const reader = await portal().addUser({ flags: { access_etl: true } })
  const { user } = await openPage('/app/etl?tab=failed', { portal: portal(), as: reader })
  await user.click(await screen.findByRole('button', { name: /^Reason of Load people/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Load people' }))
  await user.click(dialog.getByRole('button', { name: 'Copy reason' }))
  expect(await dialog.findByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('Disk full')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await user.click(dialog.getByRole('button', { name: 'Copy link' }))
  expect(await dialog.findByRole('button', { name: 'Not copied' })).toBeVisible()
  expect(dialog.getByText('It was not copied.')).toBeInTheDocument()
})
