import { useEffect, useState } from 'react'

/**
 * Returns whether to open a dialog whose code is loaded on first use: false on the first render, then `opened`. A
 * dialog stores the focused element, and animates, only when it changes from closed to open.
 */
export function useOpenAfterMount(opened: boolean): boolean {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return opened && isMounted
}
