/** What the browser's tables make of a time or a number: to load them takes a phone up to a tenth of a second of a launch. */
import { attempt } from './attempt.ts'

/** Of which browser, in which language. */
const here = () => `${navigator.language} ${navigator.userAgent}`

interface Kept<T> {
  readonly of: string
  readonly format: T
}

/** Answers with what `made` found in the tables, at this launch or at an earlier one on this device. */
export function keptFormat<T>(key: string, made: () => T): () => T {
  let format: T | undefined
  function kept(): T | undefined {
    const held = attempt((): Kept<T> | null => JSON.parse(localStorage.getItem(key) ?? 'null'))
    return held?.of === here() ? held.format : undefined
  }
  function keep(fresh: T): T {
    attempt(() => localStorage.setItem(key, JSON.stringify({ of: here(), format: fresh } satisfies Kept<T>)))
    return fresh
  }
  return () => {
    format ??= kept() ?? keep(made())
    return format
  }
}
