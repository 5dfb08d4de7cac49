/** Where the focus goes after something that takes its time: nobody who has gone on meanwhile is called back. */
import { afterPaint } from './after-paint.ts'

/** Pressed by themselves they do nothing; a screen reader is silenced by one. */
const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta'])

let touches = 0
window.addEventListener('pointerdown', () => touches++, { capture: true, passive: true })
window.addEventListener('keydown', ({ key }) => MODIFIERS.has(key) || touches++, { capture: true, passive: true })

const isLost = () => !document.activeElement || document.activeElement === document.body

/**
 * Asked for as something is begun. What it answers takes how the focus is to be given once that is done, and its row or
 * button may be gone: at once where nobody has pressed anything since, otherwise only if it was lost with them.
 */
export function focusAfter(): (give: () => void) => void {
  const then = touches
  return (give) => {
    if (touches === then) give()
    else afterPaint(() => isLost() && give())
  }
}
