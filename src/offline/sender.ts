/** Decides when the outbox is sent: on request, one drain at a time, and by a timer while something waits. */
import type { DrainOutcome } from './drain.ts'
import type { Row } from './row.ts'

/** While something waits it is tried this often, in case nothing else triggers it. */
const TIMER_MS = 15_000

/** What a page supplies. The chaos tests supply a page and a clock of their own (tests/offline/chaos). */
interface SenderParts {
  /** Sends what is due: `drain`, plus what the page adds to it. */
  readonly drain: () => Promise<DrainOutcome>
  /** Called with the outcome of each drain. */
  readonly onOutcome: (outcome: DrainOutcome) => void
  readonly isOnline: () => boolean
  readonly now: () => number
  /** Calls `act` after a delay. Returns a function that cancels it. */
  readonly later: (milliseconds: number, act: () => void) => () => void
}

export interface Sender {
  /** Sends what is due. Resolves when nothing is due any more or nothing can be sent. Never throws. */
  send(): Promise<void>
  /**
   * Starts or stops the timer by the rows as they are now. Another tab may have stored one and been closed before it
   * was sent.
   */
  updateTimer(rows: readonly Row[]): void
  /** Stops the timer until the next request. */
  stopTimer(): void
}

/** Creates the sender of one page. */
export function newSender({ drain, onOutcome, isOnline, now, later }: SenderParts): Sender {
  let cancelTimer: (() => void) | null = null
  let sending: Promise<void> | null = null
  let isAskedAgain = false

  function stopTimer(): void {
    cancelTimer?.()
    cancelTimer = null
  }

  function sendIn(milliseconds: number): void {
    stopTimer()
    cancelTimer = later(Math.min(TIMER_MS, Math.max(0, milliseconds)), () => {
      cancelTimer = null
      void send()
    })
  }

  function schedule(outcome: DrainOutcome): void {
    // The return of the line, or a sign-in, triggers the next send.
    if (outcome.is !== 'idle') stopTimer()
    else if (outcome.next !== null) sendIn(outcome.next - now())
  }

  async function sendUntilDone(): Promise<void> {
    try {
      do {
        isAskedAgain = false
        const outcome = await drain()
        schedule(outcome)
        onOutcome(outcome)
      } while (isAskedAgain)
    } catch {
      // Safari may close a database that is in use; what was sent meanwhile is sent again under the same key.
      sendIn(TIMER_MS)
    } finally {
      // In the same step as the last check of `isAskedAgain`: a request from now on starts anew.
      sending = null
    }
  }

  function send(): Promise<void> {
    isAskedAgain = true
    sending ??= sendUntilDone()
    return sending
  }

  return {
    send,
    stopTimer,
    updateTimer(rows) {
      if (!rows.some(({ state }) => state === 'pending')) stopTimer()
      else if (!cancelTimer && isOnline()) sendIn(TIMER_MS)
    },
  }
}
