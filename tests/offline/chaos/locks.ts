/**
 * Web Locks as far as the outbox needs them: a single lock, a queue in order, a timeout of the wait, stealing, and the
 * death of a holder.
 */
import type { Agent } from './agent.ts'

interface Request {
  readonly owner: Agent
  readonly work: () => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

export interface LockTable {
  request(owner: Agent, options: LockOptions, work: () => Promise<unknown>): Promise<unknown>
  /** Releases everything that a dead agent holds or waits for. */
  release(owner: Agent): void
}

export function newLocks(count: (what: string) => void): LockTable {
  let holder: Request | null = null
  let waiting: Request[] = []

  function grant(): void {
    const next = waiting[0]
    if (holder || !next) return
    waiting = waiting.slice(1)
    holder = next
    next.owner.awake(() => void hold(next))
  }

  async function hold(request: Request): Promise<void> {
    const settle = await request.work().then(
      (value) => () => request.resolve(value),
      (error) => () => request.reject(error),
    )
    settle()
    if (holder !== request) return
    holder = null
    grant()
  }

  return {
    request: (owner, { signal, steal }, work) =>
      new Promise((resolve, reject) => {
        const request: Request = { owner, work, resolve, reject }
        if (steal) {
          const robbed = holder
          holder = null
          waiting = [request, ...waiting]
          if (robbed) count('locks stolen')
          robbed?.owner.awake(() => robbed.reject(new DOMException('The lock was stolen.', 'AbortError')))
        } else {
          waiting = [...waiting, request]
          signal?.addEventListener('abort', () => {
            if (!waiting.includes(request)) return
            waiting = waiting.filter((other) => other !== request)
            owner.awake(() => reject(signal.reason))
          })
        }
        grant()
      }),
    release(owner) {
      waiting = waiting.filter((request) => request.owner !== owner)
      if (holder?.owner !== owner) return
      holder = null
      grant()
    },
  }
}
