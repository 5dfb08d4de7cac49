/** The world's own time: it passes only when a schedule says so, and never while anything is at work. */

export interface Time {
  now(): number
  /** Runs something after a delay. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
  /** Lets time pass from one due callback to the next; `quiet` resolves when nothing is at work. */
  pass(ms: number, quiet: () => Promise<void>): Promise<void>
}

interface Due {
  readonly at: number
  readonly run: () => void
}

export function newTime(start: number): Time {
  let now = start
  let due: Due[] = []

  function takeNext(until: number): Due | undefined {
    let next: Due | undefined
    for (const one of due) if (one.at <= until && (!next || one.at < next.at)) next = one
    if (next) due = due.filter((one) => one !== next)
    return next
  }

  return {
    now: () => now,
    after(ms, run) {
      const one = { at: now + Math.max(0, ms), run }
      due.push(one)
      return () => {
        due = due.filter((other) => other !== one)
      }
    },
    async pass(ms, quiet) {
      const until = now + ms
      await quiet()
      for (let next = takeNext(until); next; next = takeNext(until)) {
        now = Math.max(now, next.at)
        next.run()
        await quiet()
      }
      now = until
    },
  }
}

/** Waits for one turn of the event loop: at most one step of the database. */
export const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

let current: Time | null = null

/**
 * Makes `AbortSignal.timeout` count this time from now on: the core's timeouts must end by the schedule's clock. Worlds
 * run one after the other, so one slot is enough.
 */
export function runBy(time: Time): void {
  current = time
}

const ofThePlatform = AbortSignal.timeout.bind(AbortSignal)
AbortSignal.timeout = (ms) => {
  if (!current) return ofThePlatform(ms)
  const controller = new AbortController()
  current.after(ms, () => controller.abort(new DOMException('The time is up.', 'TimeoutError')))
  return controller.signal
}
