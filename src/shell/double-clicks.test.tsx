import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchDoubleClicks } from './double-clicks.ts'

const presses = vi.fn()
let stop: () => void
/** What lies where the first click was, by the time of the second. */
const lies = (there: Element | null) => {
  document.elementFromPoint = () => there
}
beforeEach(() => {
  lies(null)
  presses.mockClear()
  stop = watchDoubleClicks()
})
afterEach(() => stop())

function open() {
  render(
    <>
      <button type="button" onClick={() => presses('update')}>
        Update
      </button>
      <button type="button" onClick={() => presses('next')}>
        Next
      </button>
      <label>
        <span>Done</span>
        <input type="checkbox" onChange={() => presses('done')} />
      </label>
    </>,
  )
}
const press = (name: string, detail: number) => fireEvent.click(screen.getByText(name), { detail })

test('what comes to the spot under a double click is not pressed by its second click', () => {
  open()
  press('Update', 1)
  press('Next', 2)
  expect(presses.mock.calls).toEqual([['update']])
  // Then it is meant.
  press('Next', 1)
  expect(presses.mock.calls).toEqual([['update'], ['next']])
})

test('who clicks quickly on one control means each click', () => {
  open()
  for (const detail of [1, 2, 3]) press('Next', detail)
  for (const detail of [1, 2]) press('Done', detail)
  expect(presses.mock.calls).toEqual([['next'], ['next'], ['next'], ['done'], ['done']])
})

test('of two that lie side by side both are meant', () => {
  open()
  lies(screen.getByText('Update'))
  press('Update', 1)
  press('Next', 2)
  expect(presses.mock.calls).toEqual([['update'], ['next']])
})

test('the keyboard is not held up', () => {
  open()
  press('Update', 1)
  press('Next', 0)
  expect(presses.mock.calls).toEqual([['update'], ['next']])
})
