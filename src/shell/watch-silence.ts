/** For a portal that stays open, or sleeps behind a closed lid: the week may be over without a launch. */
import { HOUR_MS } from '#src/lib/spans.ts'
import { lockAfterLongSilence } from './lock.ts'

/** Looks whenever somebody comes back to the page, and while it is looked at. Answers how to stop. */
export function watchSilence(): () => void {
  const look = () => void lockAfterLongSilence()
  const onVisible = () => document.visibilityState === 'visible' && look()
  document.addEventListener('visibilitychange', onVisible)
  const timer = setInterval(look, HOUR_MS)
  return () => {
    document.removeEventListener('visibilitychange', onVisible)
    clearInterval(timer)
  }
}
