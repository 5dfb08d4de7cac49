/** Renders a long list in two steps, so that the visible rows react to clicks before the rest is rendered. */
import { startTransition, useEffect, useState } from 'react'

/** More rows than a large screen shows. */
const FIRST = 30

/** Returns how many rows to render: a screenful at first, then all of them in a transition. */
export function useFirstRows(): number {
  const [most, setMost] = useState(FIRST)
  useEffect(() => startTransition(() => setMost(Number.POSITIVE_INFINITY)), [])
  return most
}
