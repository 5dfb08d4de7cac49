import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Row } from '#src/offline/row.ts'
import { TaskRow } from './TaskRow.tsx'
import type { SeenTask } from './use-checklist.ts'

const OPEN: SeenTask = {
  ...{ _id: 1, empType: 'Support', customMessage: 'Laptop', moreInfo: '', isOffboarding: false, weight: 0, rev: 1 },
  ...{ isChecked: false, isWaiting: false, refused: undefined },
}
const refused = (seq: number): SeenTask => ({ ...OPEN, refused: { seq, detail: 'Somebody else was faster.' } as Row })

const row = (task: SeenTask) => (
  <MantineProvider>
    <TaskRow
      task={task}
      isPicked={false}
      due={null}
      today="2026-03-05"
      disabled={false}
      onCheck={() => Promise.resolve(true)}
      onPick={() => {}}
    />
  </MantineProvider>
)

test('reopens a pressed box once the server has refused the change, however soon that is', async () => {
  const { rerender } = render(row(OPEN))
  const box = screen.getByRole('checkbox', { name: 'Laptop' })
  await userEvent.click(box)
  expect(box).toBeChecked()
  // The change and its refusal arrive in the same render.
  await act(async () => rerender(row(refused(1))))
  expect(box).not.toBeChecked()
  // A repeated change that is refused again is a new refusal.
  await userEvent.click(box)
  expect(box).toBeChecked()
  await act(async () => rerender(row(refused(2))))
  expect(box).not.toBeChecked()
})
