/** A field whose fault is told in the alert of its form alone is described by that. */
import { useEffect } from 'react'

/** `fieldOf`: null where no field is at fault. Looked up anew whenever `error` is another one. */
export function useDescribed(error: unknown, fieldOf: () => HTMLElement | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
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
