/** Shown while a screen's code loads; after two minutes the code counts as missing (spec §8). */
import { useEffect, useState } from 'react'
import { Loading } from '#src/ui/Loading.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { MissingCode } from './updates/new-code.ts'

const LIMIT_MS = 120_000

export function ScreenLoading() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LIMIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? <ErrorPage error={new MissingCode()} reset={() => setLate(false)} /> : <Loading />
}
