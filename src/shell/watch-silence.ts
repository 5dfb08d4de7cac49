/** Applies `long-silence.ts` to a portal that stays open or asleep: the week may end without a launch. */
import { HOUR_MS } from '#src/lib/spans.ts'
import { signOutAfterLongSilence } from './long-silence.ts'

/** Checks when the page becomes visible, and every hour while it is open. Returns a function that stops it. */
export function watchLongSilence(): () => void {
  const check = () => void signOutAfterLongSilence()
  const onVisible = () => document.visibilityState === 'visible' && check()
  document.addEventListener('visibilitychange', onVisible)
  const timer = setInterval(check, HOUR_MS)
  return () => {
    document.removeEventListener('visibilitychange', onVisible)
    clearInterval(timer)
  }
}
