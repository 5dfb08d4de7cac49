/**
 * A process of the device that runs the core: a tab or the worker, with its own database connection. It can be killed
 * at any moment and then does nothing any more, or frozen and then hears nothing until it is thawed.
 */
import type { OutboxDb } from '#src/offline/db.ts'
import type { DrainContext } from '#src/offline/drain-context.ts'
import { queuedCalls } from '#src/offline/queued-calls.ts'
import type { World } from './world.ts'

export interface Agent {
  readonly id: number
  readonly kind: 'tab' | 'worker'
  readonly db: OutboxDb
  readonly context: DrainContext
  isDead(): boolean
  isFrozen(): boolean
  /** Whether work runs in it that does not wait for the line, a lock or the clock. */
  isAtWork(): boolean
  /** Returns the number of its requests that have no answer yet. */
  inFlight(): number
  /** The earlier of the last two times that its sender read off the clock. */
  lastRead(): number
  /** Runs `work` in the agent. Never settles if the agent is killed meanwhile. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Runs `act` now, or once the agent is thawed; never if it is dead. */
  awake(act: () => void): void
  later(ms: number, act: () => void): () => void
  /** Makes its next writing transactions fail, as on a full disk. */
  fill(writes: number): void
  kill(): void
  freeze(): void
  thaw(): void
}

/** What a dead agent waits for: it never settles. */
const NEVER = new Promise<never>(() => {})

interface Guard {
  mayBegin(): boolean
  mayWrite(): boolean
  written(): void
  readonly running: Set<IDBTransaction>
}

/** One guard per connection: otherwise a dead tab's transactions could not be told from a living one's. */
const guards = new WeakMap<IDBDatabase, Guard>()

// Dexie reads this method off the connection when it opens, so it must be replaced before that.
const beginOf = IDBDatabase.prototype.transaction
IDBDatabase.prototype.transaction = function begin(names, mode, options) {
  const guard = guards.get(this)
  if (!guard) return beginOf.call(this, names, mode, options)
  if (!guard.mayBegin()) throw new DOMException('This tab is gone.', 'InvalidStateError')
  const transaction = beginOf.call(this, names, mode, options)
  guard.running.add(transaction)
  const end = () => guard.running.delete(transaction)
  transaction.addEventListener('abort', end)
  transaction.addEventListener('complete', () => {
    end()
    if (mode === 'readwrite') guard.written()
  })
  if (mode === 'readwrite') failWhereFull(transaction, guard.mayWrite)
  return transaction
}

/** Makes the transaction's writes throw if the disk is full, which is decided once, at its first write. */
function failWhereFull(transaction: IDBTransaction, mayWrite: () => boolean): void {
  let isAllowed: boolean | undefined
  const storeOf = transaction.objectStore.bind(transaction)
  transaction.objectStore = (name) => {
    const store = storeOf(name)
    for (const method of ['add', 'put'] as const) {
      const write = store[method].bind(store)
      store[method] = (value, key) => {
        isAllowed ??= mayWrite()
        if (!isAllowed) throw new DOMException('The disk is full.', 'QuotaExceededError')
        return write(value, key)
      }
    }
    return store
  }
}

/** Creates a tab or worker. Resolves once its database is open. */
export async function newAgent(world: World, id: number, kind: Agent['kind']): Promise<Agent> {
  const { time, count } = world
  let isDead = false
  let isFrozen = false
  let atWork = 0
  let inFlight = 0
  let writesToFail = 0
  let held: (() => void)[] = []

  const db = world.core.openDb(world.database)
  await db.open()
  const running = new Set<IDBTransaction>()
  guards.set(db.backendDB(), {
    running,
    mayBegin: () => !isDead,
    mayWrite() {
      if (writesToFail === 0) return true
      writesToFail -= 1
      count('writes failed')
      return false
    },
    written: world.changed,
  })

  /** The last two clock readings: the clock may be set between the choice of a row and its request. */
  let read: number[] = []
  function readClock(): number {
    const now = world.device.now()
    read = [...read.slice(-1), now]
    return now
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (isDead) return NEVER
    atWork += 1
    try {
      return await work().then(
        (value) => (isDead ? NEVER : value),
        (error) => (isDead ? NEVER : Promise.reject(error)),
      )
    } finally {
      atWork -= 1
    }
  }

  /** Awaits something outside the agent, which does not count as work. */
  async function outside<T>(wait: Promise<T>): Promise<T> {
    atWork -= 1
    try {
      return await wait
    } finally {
      atWork += 1
    }
  }

  function awake(act: () => void): void {
    if (isDead) return
    if (isFrozen) held.push(act)
    else act()
  }

  const agent: Agent = {
    id,
    kind,
    db,
    context: {
      db,
      device: { ...world.device, now: readClock },
      calls: queuedCalls,
      locks: world.locks && {
        request: (...args: unknown[]) => {
          const [, options, work] = args as [string, LockOptions, () => Promise<unknown>]
          return outside(world.locks?.request(agent, options, () => run(work)) ?? NEVER) as never
        },
      },
      send(url, init) {
        if (isDead) return NEVER
        inFlight += 1
        const answer = new Promise<Response>((resolve, reject) => {
          init.signal?.addEventListener('abort', () => awake(() => reject(init.signal?.reason)))
          world.carry(agent, url, init, (reply) =>
            awake(() => (reply instanceof Response ? resolve(reply) : reject(reply))),
          )
        })
        return outside(answer).finally(() => {
          inFlight -= 1
        })
      },
    },
    isDead: () => isDead,
    isFrozen: () => isFrozen,
    isAtWork: () => !isDead && atWork > 0,
    inFlight: () => inFlight,
    lastRead: () => Math.min(...read),
    run,
    awake,
    later: (ms, act) => time.after(ms, () => awake(act)),
    fill(writes) {
      writesToFail = writes
    },
    kill() {
      isDead = true
      held = []
      db.close()
      // A browser drops what was not committed; fake-indexeddb would commit it all the same.
      for (const transaction of running) {
        try {
          transaction.abort()
          count('transactions cut off')
        } catch {}
      }
      world.locks?.release(agent)
    },
    freeze() {
      isFrozen = true
    },
    thaw() {
      isFrozen = false
      const acts = held
      held = []
      for (const act of acts) act()
    },
  }
  return agent
}
