/** A launch with a connection over which no answer arrives (for the timing see `src/api/awaits-first-answer.test.ts`). */
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage, withPortal } from '#tests/page.tsx'

vi.mock('#src/api/awaits-first-answer.ts', () => ({ useAwaitsFirstAnswer: () => true }))

const { portal } = withPortal()

test('the header, the tray and the board say that nothing has answered yet', async () => {
  const ann = await portal().addUser({ flags: { access_onbreak: true } })
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  expect(await screen.findByText(/^No answer from the portal yet\. You see the board as of/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Connecting…' }))
  expect(await screen.findByText(/^Connecting… The portal has not answered yet\./)).toBeVisible()
})
