/** Draws a long list in two steps: what is in sight takes a click before the rest is there. */
import { startTransition, useEffect, useState } from 'react'

/** More than a large screen shows. */
const FIRST = 30

/** How many rows to draw: a screenful at first, all of them in the pauses that follow. */
export function useFirstRows(): number {
  const [most, setMost] = useState(FIRST)
  useEffect(() => startTransition(() => setMost(Number.POSITIVE_INFINITY)), [])
  return most
}
