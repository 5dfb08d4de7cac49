import { useEffect, useState } from 'react'

/**
 * For a dialog whose code comes with its first use: mounted closed and opened at once, since it remembers what had the
 * focus, and moves, only when it opens.
 */
export function useOpening(opened: boolean): boolean {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return opened && isMounted
}
