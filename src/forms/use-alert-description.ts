/** Links a field to its form's alert with `aria-describedby`, where only the alert says what is wrong with the field. */
import { useEffect } from 'react'

/** `fieldOf` returns the field at fault or null. It is called again for each new `error`. */
export function useAlertDescription(error: unknown, fieldOf: () => HTMLElement | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each error
  useEffect(() => {
    const field = error ? fieldOf() : null
    const id = [...(field?.closest('form')?.querySelectorAll('[role="alert"]') ?? [])].at(-1)?.id
    if (!field || !id) return
    const others = () => (field.getAttribute('aria-describedby') ?? '').split(' ').filter((each) => each && each !== id)
    field.setAttribute('aria-describedby', [...others(), id].join(' '))
    return () => {
      const left = others()
      if (left.length > 0) field.setAttribute('aria-describedby', left.join(' '))
      else field.removeAttribute('aria-describedby')
    }
  }, [error])
}
