import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { focusAfter } from './focus-after.ts'

beforeEach(() => {
  document.body.innerHTML = '<button>Elsewhere</button>'
})
afterEach(() => {
  document.body.innerHTML = ''
})
const press = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key }))
const goElsewhere = () => document.querySelector('button')?.focus()

test.each(['Control', 'Shift', 'Alt', 'Meta'])(
  'sets the focus after %s, as one presses to silence a screen reader',
  (key) => {
    const setFocus = vi.fn()
    const focus = focusAfter()
    goElsewhere()
    press(key)
    focus(setFocus)
    expect(setFocus).toHaveBeenCalledOnce()
  },
)

test.each([
  ['a key', () => press('Tab')],
  ['a press', () => window.dispatchEvent(new Event('pointerdown'))],
])('leaves a person who has gone on by %s where they are, unless that is gone', (_how, goOn) => {
  const setFocus = vi.fn()
  const focus = focusAfter()
  goOn()
  goElsewhere()
  focus(setFocus)
  expect(setFocus).not.toHaveBeenCalled()
  document.querySelector('button')?.remove()
  focus(setFocus)
  expect(setFocus).toHaveBeenCalledOnce()
})
