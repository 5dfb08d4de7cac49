/**
 * A double click means one thing. Where the first click of it moves or replaces what it pressed, the second would press
 * whatever came to that spot: a link to another screen, the next row's button.
 */
const CONTROLS = 'a, button, input, select, textarea, summary'

/** The control of which something is a part; a label is part of its field. */
const controlOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? (target.closest('label')?.control ?? target.closest(CONTROLS)) : null

const at = ({ clientX, clientY }: MouseEvent): Element | null => document.elementFromPoint(clientX, clientY)

/** Answers how to stop. A browser counts as one double click only what is pressed twice, soon, on one spot. */
export function watchDoubleClicks(): () => void {
  let first: { readonly event: MouseEvent; readonly control: Element } | null = null
  function onClick(event: MouseEvent): void {
    const control = controlOf(event.target)
    if (event.detail < 2) first = control && { event, control }
    // Two that lie side by side are pressed quickly too: both are where they were.
    else if (first && control && control !== first.control && controlOf(at(first.event)) !== first.control) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}
