/** For navigation after saving: a person who has gone elsewhere meanwhile is not called back. */
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Returns a function that says whether this screen is still shown and no navigation away from it has begun. */
export function useIsCurrentScreen(): () => boolean {
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
