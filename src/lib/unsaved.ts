/** Input that exists only on this page: the page must not lose it by anything it does on its own, such as a reload. */

/** The checks of forms that know whether they hold unsaved input. */
const forms = new Set<() => boolean>()

/** Registers a form's check; returns a function that removes it. */
export function registerUnsaved(isDirty: () => boolean): () => void {
  forms.add(isDirty)
  return () => forms.delete(isDirty)
}

/** Whether any registered form holds unsaved input. */
export const hasUnsaved = (): boolean => [...forms].some((isDirty) => isDirty())

/** Text fields that got input since the page was loaded. */
const written = new Set<HTMLElement>()

/** Whether a field holds text that could be lost. A search is in the address, and a choice is repeated with one click. */
const isText = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /^(?:text|email|url|tel|password|number)$/.test(target.type)) ||
  (target instanceof HTMLElement && target.isContentEditable)

const textOf = (field: HTMLElement) => ('value' in field ? String(field.value) : (field.textContent ?? ''))

/** Starts to track input in every field of the page, whatever form it is in. */
export function watchTextInput(): void {
  document.addEventListener(
    'input',
    ({ target }) => {
      for (const field of written) if (!field.isConnected) written.delete(field)
      if (isText(target)) written.add(target)
    },
    { capture: true, passive: true },
  )
}

/** Whether text that was written since then is still on the page, sent or not. */
export const isWritten = (): boolean => [...written].some((field) => field.isConnected && textOf(field).trim() !== '')

/** Whether a reload now would lose text that somebody wrote. */
export const wouldLoseText = (): boolean => hasUnsaved() || isWritten()
