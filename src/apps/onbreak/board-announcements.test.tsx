/** What the board announces to screen readers. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { queryClient } from '#src/api/query-client.ts'
import { announced, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

const add = (name: string, dept: string) => portal().addUser({ name, dept, flags: { access_onbreak: true } })

test('announces how many are away after a search or filter, not as colleagues come and go', async () => {
  const [ann, ben] = [await add('Ann Heard', 'Care'), await add('Ben Heard', 'Sales')]
  await add('Cleo Heard', 'Sales')
  const leave = async (breakType: string, as: string) => {
    await portal().call(updateMyBreak, { as, body: { status: false, breakType } })
    await queryClient.invalidateQueries()
  }
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  const strip = (await screen.findByText(/here/, { selector: 'p' })) as HTMLElement
  expect(strip.closest('[role="status"], [aria-live]')).toBeNull()

  await user.type(screen.getByRole('searchbox', { name: 'Name' }), 'heard')
  await waitFor(() => expect(announced()).toBe('0 away, 3 here'))
  await leave('Break', ben.token)
  await waitFor(() => expect(strip).toHaveTextContent('1 away · 2 here'))
  expect(announced()).toBe('0 away, 3 here')

  await user.selectOptions(screen.getByLabelText('Department'), 'Sales')
  await waitFor(() => expect(announced()).toBe('1 away, 1 here'))
})
