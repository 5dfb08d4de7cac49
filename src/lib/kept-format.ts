/** Stores formats from the browser's locale tables, which take up to a tenth of a second of a phone's launch to load. */
import { attempt } from './attempt.ts'

/** Identifies the browser and its language, for which a stored format is valid. */
const environment = () => `${navigator.language} ${navigator.userAgent}`

interface StoredFormat<T> {
  readonly of: string
  readonly format: T
}

/** Returns a getter for the result of `made`, from this launch or stored under `key` by an earlier one on this device. */
export function keptFormat<T>(key: string, made: () => T): () => T {
  let format: T | undefined
  function kept(): T | undefined {
    const held = attempt((): StoredFormat<T> | null => JSON.parse(localStorage.getItem(key) ?? 'null'))
    return held?.of === environment() ? held.format : undefined
  }
  function keep(fresh: T): T {
    attempt(() =>
      localStorage.setItem(key, JSON.stringify({ of: environment(), format: fresh } satisfies StoredFormat<T>)),
    )
    return fresh
  }
  return () => {
    format ??= kept() ?? keep(made())
    return format
  }
}
