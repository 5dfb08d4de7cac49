/** Whether a person has gone on since something was begun: their focus is theirs then. */

let touches = 0
for (const type of ['pointerdown', 'keydown'])
  window.addEventListener(type, () => touches++, { capture: true, passive: true })

const isFocusLost = () => !document.activeElement || document.activeElement === document.body

/**
 * Asked for as something is begun that takes its time. Answers whether the focus may be given to something afterwards:
 * no key and no pointer was pressed since, or what had the focus is gone.
 */
export function untouched(): () => boolean {
  const then = touches
  return () => touches === then || isFocusLost()
}
