/** When the outbox is sent: as it is asked for, one drain at a time, and anew by itself while something waits. */
import type { Outcome } from './drain.ts'
import type { Row } from './row.ts'

/** While something waits it is tried this often, should nothing else remind of it. */
const TIMER_MS = 15_000

/** What a page brings; a proof brings a page and a clock of its own (tests/offline/chaos). */
interface SenderParts {
  /** Sends what is due: `drain`, and what belongs to it here. */
  readonly drain: () => Promise<Outcome>
  /** Hears what came of it. */
  readonly heard: (outcome: Outcome) => void
  readonly isOnline: () => boolean
  readonly now: () => number
  /** Answers how to stop it. */
  readonly later: (milliseconds: number, act: () => void) => () => void
}

export interface Sender {
  /** Sends what is due; resolves when nothing is any more, or nothing can be sent. Never throws. */
  send(): Promise<void>
  /** Looks at the rows as they are now. Another tab may have kept one, and been closed before it was sent. */
  remind(rows: readonly Row[]): void
  /** Until it is asked again. */
  rest(): void
}

/** The sender of one page. */
export function newSender({ drain, heard, isOnline, now, later }: SenderParts): Sender {
  let stopTimer: (() => void) | null = null
  let sending: Promise<void> | null = null
  let isAskedAgain = false

  function rest(): void {
    stopTimer?.()
    stopTimer = null
  }

  function sendIn(milliseconds: number): void {
    rest()
    stopTimer = later(Math.min(TIMER_MS, Math.max(0, milliseconds)), () => {
      stopTimer = null
      void send()
    })
  }

  function hear(outcome: Outcome): void {
    // The line's return, or a sign-in, sends anew.
    if (outcome.is !== 'idle') rest()
    else if (outcome.next !== null) sendIn(outcome.next - now())
    heard(outcome)
  }

  async function sendUntilDone(): Promise<void> {
    try {
      do {
        isAskedAgain = false
        hear(await drain())
      } while (isAskedAgain)
    } catch {
      // Safari closes a database under the page's feet; what was sent meanwhile is sent again under the same key.
      sendIn(TIMER_MS)
    } finally {
      // In the same step as the last look at what was asked: who asks from now on begins anew.
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
    rest,
    remind(rows) {
      if (!rows.some(({ state }) => state === 'pending')) rest()
      else if (!stopTimer && isOnline()) sendIn(TIMER_MS)
    },
  }
}
