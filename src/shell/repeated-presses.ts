/**
 * Makes a double click and a held key act once. If the first press moves or replaces the pressed control, the next would
 * press whatever has come to that spot or got the focus: a link to another screen, or the next row's button.
 */
const CONTROLS = 'a, button, input, select, textarea, summary'

/** Returns the control that contains the target; a label belongs to its field. */
const controlOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? (target.closest('label')?.control ?? target.closest(CONTROLS)) : null

const at = ({ clientX, clientY }: MouseEvent): Element | null => document.elementFromPoint(clientX, clientY)

/** Whether a held Enter is of use there: it makes empty lines. */
const takesLines = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target instanceof HTMLTextAreaElement || target.isContentEditable)

/**
 * Cancels second clicks that would hit another control, and the presses of an Enter key or space bar that is held down.
 * Returns a function that stops it. Browsers count two clicks as a double click only if they are quick and on one spot.
 */
export function watchRepeatedPresses(): () => void {
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
  function onKeyDown(event: KeyboardEvent): void {
    if (!event.repeat) return
    const isEnter = event.key === 'Enter' && !takesLines(event.target)
    // A held space bar presses a button once, when it is let go; but a todo's handle would lift and drop by turns.
    const isSpace = event.key === ' ' && event.target instanceof HTMLButtonElement
    if (isEnter) event.preventDefault()
    if (isEnter || isSpace) event.stopPropagation()
  }
  document.addEventListener('click', onClick, true)
  document.addEventListener('keydown', onKeyDown, true)
  return () => {
    document.removeEventListener('click', onClick, true)
    document.removeEventListener('keydown', onKeyDown, true)
  }
}
