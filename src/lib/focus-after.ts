/** Moves the focus after an action that takes time, without taking it from a person who has gone on meanwhile. */
import { afterPaint } from './after-paint.ts'
import { isFocusLost } from './focus-lost.ts'

/** Modifier keys do not count as input: alone they do nothing, and one of them silences a screen reader. */
const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta'])

let inputs = 0
window.addEventListener('pointerdown', () => inputs++, { capture: true, passive: true })
window.addEventListener('keydown', ({ key }) => MODIFIERS.has(key) || inputs++, { capture: true, passive: true })

/**
 * Call it when the action begins, and the returned function when it is done, with a function that sets the focus. That one
 * is called at once if there was no input since; otherwise only if the focus was lost, as when its row or button is gone.
 */
export function focusAfter(): (setFocus: () => void) => void {
  const inputsAtStart = inputs
  return (setFocus) => {
    if (inputs === inputsAtStart) setFocus()
    else afterPaint(() => isFocusLost() && setFocus())
  }
}
