/** What is written on this page and nowhere else yet: it must outlast everything that the page would do by itself. */

/** Each form that knows by itself whether it holds something unsaved. */
const forms = new Set<() => boolean>()

/** Asks this form as well; answers how to stop. */
export function holdUnsaved(isDirty: () => boolean): () => void {
  forms.add(isDirty)
  return () => forms.delete(isDirty)
}

/** Whether a form says that it holds something unsaved. */
export const hasUnsaved = (): boolean => [...forms].some((isDirty) => isDirty())

/** Fields that somebody wrote in since the page was loaded. */
const written = new Set<HTMLElement>()

/** Searches live in the address, and what is chosen is chosen again with one click: neither is text that could be lost. */
const isText = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /^(?:text|email|url|tel|password|number)$/.test(target.type)) ||
  (target instanceof HTMLElement && target.isContentEditable)

const textOf = (field: HTMLElement) => ('value' in field ? String(field.value) : (field.textContent ?? ''))

/** Follows every field of the page, whatever form it is in. */
export function followWriting(): void {
  document.addEventListener(
    'input',
    ({ target }) => {
      for (const field of written) if (!field.isConnected) written.delete(field)
      if (isText(target)) written.add(target)
    },
    { capture: true, passive: true },
  )
}

/** Whether something that was written since then still stands on the page, sent or not. */
export const isWritten = (): boolean => [...written].some((field) => field.isConnected && textOf(field).trim() !== '')

/** Whether a reload now would take something away that somebody wrote. */
export const wouldLoseText = (): boolean => hasUnsaved() || isWritten()
