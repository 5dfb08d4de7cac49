import { useState } from 'react'

/**
 * Returns the value, and while it is undefined the last one before: what stays on screen until there is another. `value`
 * must be the same object from one render to the next unless it has changed.
 */
export function useLastDefined<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && !Object.is(value, last)) setLast(value)
  return value === undefined ? last : value
}
