/** For what comes after a saving: whoever has gone elsewhere meanwhile is not called back. */
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Answers whether this screen is still the one that is looked at, nor is another on its way. */
export function useIsHere(): () => boolean {
  const router = useRouter()
  const [path] = useState(() => router.latestLocation.pathname)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return useCallback(() => isMounted.current && router.latestLocation.pathname === path, [router, path])
}
