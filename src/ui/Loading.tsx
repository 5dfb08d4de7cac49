/** The spinner (spec §8), shown only once the wait is long enough to be noticed. */
import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './Loading.module.css'

const UNNOTICED_MS = 200

export function Loading() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), UNNOTICED_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  return (
    <div className={classes.loading} role="status">
      <Loader size={28} aria-hidden />
      <span>Loading...</span>
    </div>
  )
}
