import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchRepeatedPresses } from './repeated-presses.ts'

const presses = vi.fn()
let stop: () => void
/** Sets the element that is at the place of the first click when the second comes. */
const lies = (there: Element | null) => {
  document.elementFromPoint = () => there
}
beforeEach(() => {
  lies(null)
  presses.mockClear()
  stop = watchRepeatedPresses()
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

test('the second click of a double click does not press a control that came to its spot', () => {
  open()
  press('Update', 1)
  press('Next', 2)
  expect(presses.mock.calls).toEqual([['update']])
  // A later single click counts.
  press('Next', 1)
  expect(presses.mock.calls).toEqual([['update'], ['next']])
})

test('quick clicks on one control all count', () => {
  open()
  for (const detail of [1, 2, 3]) press('Next', detail)
  for (const detail of [1, 2]) press('Done', detail)
  expect(presses.mock.calls).toEqual([['next'], ['next'], ['next'], ['done'], ['done']])
})

test('quick clicks on two adjacent controls both count', () => {
  open()
  lies(screen.getByText('Update'))
  press('Update', 1)
  press('Next', 2)
  expect(presses.mock.calls).toEqual([['update'], ['next']])
})

test('keyboard presses are never cancelled', () => {
  open()
  press('Update', 1)
  press('Next', 0)
  expect(presses.mock.calls).toEqual([['update'], ['next']])
})

test('an Enter key that is held down presses once, and goes on making lines in a text', () => {
  open()
  render(<textarea aria-label="Message" />)
  const down = (element: Element, repeat: boolean) => fireEvent.keyDown(element, { key: 'Enter', repeat })
  // Whether the browser goes on to press the button.
  expect(down(screen.getByText('Update'), false)).toBe(true)
  expect(down(screen.getByText('Next'), true)).toBe(false)
  expect(down(screen.getByLabelText('Message'), true)).toBe(true)
})

test('a space bar that is held down reaches a button once, and goes on making blanks in a text', () => {
  const heard = vi.fn()
  render(
    <>
      <button type="button" onKeyDown={() => heard('button')}>
        Drag
      </button>
      <input aria-label="Title" onKeyDown={() => heard('text')} />
    </>,
  )
  for (const element of [screen.getByText('Drag'), screen.getByLabelText('Title')])
    for (const repeat of [false, true, true]) fireEvent.keyDown(element, { key: ' ', repeat })
  expect(heard.mock.calls.flat()).toEqual(['button', 'text', 'text', 'text'])
})
