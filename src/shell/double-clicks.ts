/**
 * A double click means one thing. Where the first click of it moves or replaces what it pressed, the second would press
 * whatever came to that spot: a link to another screen, the next row's button.
 */
const CONTROLS = 'a, button, input, select, textarea, summary'

/** The control of which the click's target is a part; a label is part of its field. */
const controlOf = ({ target }: Event): Element | null =>
  target instanceof Element ? (target.closest('label')?.control ?? target.closest(CONTROLS)) : null

/** Answers how to stop. A browser counts as one double click only what is pressed twice, soon, on one spot. */
export function watchDoubleClicks(): () => void {
  let first: Element | null = null
  function onClick(event: MouseEvent): void {
    const control = controlOf(event)
    if (event.detail < 2) first = control
    else if (first && control && control !== first) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}
