/**
 * Makes a double click act once. If the first click moves or replaces the pressed control, the second would press
 * whatever has come to that spot: a link to another screen, or the next row's button.
 */
const CONTROLS = 'a, button, input, select, textarea, summary'

/** Returns the control that contains the target; a label belongs to its field. */
const controlOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? (target.closest('label')?.control ?? target.closest(CONTROLS)) : null

const at = ({ clientX, clientY }: MouseEvent): Element | null => document.elementFromPoint(clientX, clientY)

/**
 * Cancels second clicks that would hit another control. Returns a function that stops it. Browsers count two clicks as
 * a double click only if they are quick and on one spot.
 */
export function watchDoubleClicks(): () => void {
  let first: { readonly event: MouseEvent; readonly control: Element } | null = null
  function onClick(event: MouseEvent): void {
    const control = controlOf(event.target)
    if (event.detail < 2) first = control && { event, control }
    // Two adjacent controls may be pressed quickly: if the first is still in its place, both clicks count.
    else if (first && control && control !== first.control && controlOf(at(first.event)) !== first.control) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}
