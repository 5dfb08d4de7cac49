/**
 * Two admins with a device each, and one person's checklist. The outbox, the kinds and the screen's fold are the real
 * ones; time, the lines and what people do are random, one thing after the other: a seed always gives the same run.
 */
import './browser.ts'
import type { UserTask } from '#contract/apps/checklist.ts'
import { callId } from '#contract/call.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { checkChange, completeAll, completeChange, isAll, setChecked, targetOf } from '#src/apps/checklist/changes.ts'
import { mergeTasks } from '#src/apps/checklist/merge.ts'
import { checklists } from '#src/apps/checklist/queries.ts'
import { type SeenTask, seenTasks } from '#src/apps/checklist/use-checklist.ts'
import { openDb } from '#src/offline/db.ts'
import { drain } from '#src/offline/drain.ts'
import type { DrainContext } from '#src/offline/drain-context.ts'
import type { ChangeRequest } from '#src/offline/keep-change.ts'
import type { QueuedKind } from '#src/offline/kind.ts'
import { enqueue, putSession, rowsOf, wake } from '#src/offline/outbox.ts'
import { queuedCalls } from '#src/offline/queued-calls.ts'
import { diceOf, randomOf } from '../../random.ts'
import { cutOff, Device, json } from './device.ts'
import type { Admin, Server } from './server.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Longer than any wait that a device gives a row. */
const LONG = 15 * MINUTE
const MOST_TURNS = 10
const START = Date.parse('2026-03-02T10:00:00.000Z')

const WAITS = [0, 40, 900, 20 * SECOND, 5 * MINUTE, 3 * 60 * MINUTE] as const
/**
 * How long a request is under way: less than the time between two taps, since a tap's age is measured when its request
 * arrives.
 */
const LEGS = [20, 20, 150] as const
/** Least time between two actions of a person. */
const GAP_MS = 200
/** Where the line cuts a request, or what is answered in place of the portal. */
const CUTS = ['before', 'after', 'during'] as const
export const REFUSALS = [401, 403, 429, 503] as const
type Mishap = 'none' | (typeof CUTS)[number] | (typeof REFUSALS)[number]

/** A request that reached the portal, with the tasks before and after it. */
export interface Handled {
  readonly by: Admin
  readonly key: string
  readonly body: string
  readonly status: number
  readonly before: readonly UserTask[]
  readonly after: readonly UserTask[]
}

interface Options {
  readonly server: Server
  readonly seed: number
  /** Statuses answered in place of the portal, besides cuts of the line. */
  readonly refusals?: readonly (typeof REFUSALS)[number][]
  /** Clocks are set by at most this much. */
  readonly clockMs?: number
  readonly steps: number
}

/** Stands in for `keep-change.ts`, which needs a browser: `keepChange` for the device whose person taps. */
export const page = { keep: (_: ChangeRequest): Promise<void> => Promise.reject(new Error('Nobody taps.')) }

type Counts = Record<string, number>

const KINDS: Readonly<Record<string, QueuedKind>> = { 'task.check': checkChange, 'tasks.all': completeChange }

let worlds = 0

export async function newWorld({ server, seed, refusals = [], clockMs = 0, steps }: Options) {
  const random = randomOf(seed)
  const { below, chance, oneOf } = diceOf(random)
  const { owner } = server
  const { queryKey } = checklists.tasks(owner.id)
  const handled: Handled[] = []
  const wrong: string[] = []
  const counts: Counts = {}
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  let now = START
  let left = steps
  let legs = 0
  let ids = 0
  let isCalm = false
  worlds += 1
  const tasks = await server.tasks()
  const devices = await Promise.all(
    server.admins.map(async (admin) => {
      const device = new Device(admin, `checklist ${worlds} of ${admin.id}`, tasks, chance(0.75))
      await signIn(device)
      return device
    }),
  )

  function signIn({ db, admin }: Device): Promise<void> {
    return putSession(db, { userId: admin.id, token: admin.token, maySend: true })
  }

  const uuid = () => {
    ids += 1
    return `${(worlds % 0xffff_ffff).toString(16).padStart(8, '0')}-0000-4000-8000-${ids.toString(16).padStart(12, '0')}`
  }
  const deviceOf = (device: Device) => ({ now: () => now + device.skew, random, uuid })

  /** Returns the tasks as the person sees them. */
  const seen = ({ held, rows }: Device): SeenTask[] => seenTasks(held, rows)

  /** Checks that the screen never falls behind what its person has done, unless they were told that it was refused. */
  function look(device: Device): void {
    for (const task of seen(device)) {
      const mine = device.rows.filter((row) => isAll(row) || row.target === targetOf(task._id))
      const last = mine.findLast(({ state }) => state !== 'rejected')
      if (!last) continue
      const wanted = isAll(last) || (last.body as { isChecked: boolean }).isChecked
      const made = handled.find(({ key, status }) => key === last.key && status === 200)
      const rev = made?.after.find(({ _id }) => _id === task._id)?.rev ?? Number.POSITIVE_INFINITY
      if (task.isChecked === wanted || (last.state === 'acked' && (task.rev ?? 0) >= rev)) continue
      wrong.push(
        `reverted: ${device.name} shows task ${task._id} as ${task.isChecked} after ${last.kind} (${last.key})`,
      )
    }
  }

  /** Like my-changes.ts: records before rows. */
  async function read(device: Device): Promise<void> {
    const rows = await rowsOf(device.db, device.admin.id)
    for (const row of rows) {
      if (row.state === 'pending' || device.told.has(row.key)) continue
      device.told.add(row.key)
      queryClient.setQueryData(queryKey, [...device.held])
      KINDS[row.kind]?.onSettled(row)
      device.held = queryClient.getQueryData<UserTask[]>(queryKey) ?? []
    }
    device.rows = rows
    look(device)
  }

  const cutOf = (): Mishap => {
    if (isCalm || chance(0.5)) return 'none'
    return refusals.length > 0 && chance(0.4) ? oneOf(refusals) : oneOf(CUTS)
  }

  /** Lets time pass while a request is under way, in which people go on; not for longer than a request may take. */
  async function leg(): Promise<void> {
    now += oneOf(LEGS)
    legs += 1
    while (!isCalm && left > 0 && chance(0.35)) await step()
    legs -= 1
  }

  async function carry(device: Device, url: string, { method = '', headers, body }: RequestInit): Promise<Response> {
    const failure = new TypeError('fetch failed')
    if (!device.isOnline) throw failure
    const mishap = cutOf()
    if (mishap !== 'none') count(`mishap ${mishap}`)
    const request = { method, url, headers: headers as Record<string, string>, body: String(body) }
    const arrives = mishap !== 'before' && typeof mishap !== 'number'
    if (arrives) now += oneOf(LEGS)
    else await leg()
    if (mishap === 'before' || !device.isOnline) throw failure
    if (typeof mishap === 'number') return json(mishap, { detail: `No (${mishap}).` }, { 'retry-after': '20' })
    const before = await server.tasks()
    const answer = await server.handle(request, now)
    const after = await server.tasks()
    const key = request.headers['Idempotency-Key'] ?? ''
    handled.push({ by: device.admin, key, body: `${url} ${request.body}`, status: answer.status, before, after })
    count(`answered ${answer.status}`)
    await leg()
    if (mishap === 'after' || !device.isOnline) throw failure
    return mishap === 'during' ? cutOff(answer) : json(answer.status, answer.body)
  }

  /** Tries everything that waits, as when the line is back or the timer fires. */
  async function send(device: Device): Promise<void> {
    if (!device.isOnline || (device.isSending && device.hasLocks)) return
    if (device.isSending) count('sent by two tabs at once')
    device.isSending = true
    const context: DrainContext = {
      db: device.db,
      device: deviceOf(device),
      calls: queuedCalls,
      locks: undefined,
      send: (url, init) => carry(device, url, init),
    }
    try {
      await wake(context.db)
      await drain(context)
    } catch (error) {
      // The tab was closed with the request under way.
      if ((error as Error).name !== 'DatabaseClosedError') throw error
    } finally {
      device.isSending = false
    }
    if (chance(0.9)) await read(device)
  }

  /** Fetches the list for its screen; whatever happens meanwhile may overtake it. */
  async function fetchTasks(device: Device): Promise<void> {
    if (!device.isOnline) return
    const list = await server.tasks()
    await leg()
    if (device.isOnline) device.held = mergeTasks(device.held, list)
    look(device)
  }

  async function tap(device: Device): Promise<void> {
    const { admin, rows } = device
    session.set({ _id: admin.id, name: admin.name } as never)
    page.keep = async ({ call, ...made }) => {
      const change = { ...made, kind: call.queues, call: callId(call), key: uuid() }
      const row = await enqueue(device.db, change, deviceOf(device))
      const isNothing = (await device.db.outbox.get(row.seq)) === undefined
      // The tap took back one that was not sent yet.
      if (isNothing) device.taps = device.taps.filter(({ key }) => !row.replaces.includes(key))
      else device.taps.push({ key: row.key, truly: now })
      if (isNothing) count('taken back')
      else count(row.replaces.length > 0 ? 'merged or done anew' : change.kind)
    }
    const list = seen(device)
    const refused = rows.find(({ state }) => state === 'rejected')
    const task = oneOf(list)
    if (refused && chance(0.3)) {
      const again = list.find(({ _id }) => refused.target === targetOf(_id))
      if (!again) await completeAll(owner, refused.key)
      else {
        const { isChecked } = refused.body as { isChecked: boolean }
        await setChecked({ owner, task: again, isChecked, repeats: refused.key })
      }
    } else if (chance(0.2) && list.some(({ isChecked }) => !isChecked)) await completeAll(owner)
    else await setChecked({ owner, task, isChecked: !task.isChecked })
    if (chance(0.9)) await read(device)
  }

  /** Closes the tab, whatever it is doing, and opens it again with what was on disk. */
  async function restart(device: Device): Promise<void> {
    count(device.isSending ? 'restarts with a request under way' : 'restarts')
    device.db.close()
    device.db = openDb(device.name)
    device.held = device.kept
    device.told = new Set()
    await signIn(device)
    await read(device)
  }

  const plug = (device: Device) => {
    device.isOnline = chance(0.5)
  }
  /** Writes the query cache to disk. */
  const persist = (device: Device) => {
    device.kept = device.held
  }
  const pass = () => {
    // No request may be under way for this long.
    if (legs === 0) now += oneOf(WAITS)
  }
  const setClock = (device: Device) => {
    device.skew += below(2 * clockMs) - clockMs
  }

  const STEPS: readonly (readonly [weight: number, act: (device: Device) => void | Promise<void>])[] = [
    [40, tap],
    [25, send],
    [10, fetchTasks],
    [5, restart],
    [16, plug],
    [6, persist],
    [12, pass],
    [clockMs > 0 ? 4 : 0, setClock],
  ]
  const bag = STEPS.flatMap(([weight, act]) => Array<typeof act>(weight).fill(act))

  async function step(): Promise<void> {
    left -= 1
    now += GAP_MS + below(400)
    await oneOf(bag)(oneOf(devices))
  }

  return {
    devices,
    handled,
    wrong,
    counts,
    seen,
    async play(): Promise<void> {
      while (left > 0) await step()
    },
    /** Brings the world to rest: both devices are online and send everything, then both fetch the list anew. */
    async rest(): Promise<void> {
      isCalm = true
      let turns = 0
      for (const device of devices) {
        device.isOnline = true
        do {
          now += LONG
          await send(device)
          await read(device)
          turns += 1
        } while (turns < MOST_TURNS && device.rows.some(({ state }) => state === 'pending'))
      }
      for (const device of devices) {
        await fetchTasks(device)
        await read(device)
      }
    },
    async close(): Promise<void> {
      for (const { db } of devices) await db.delete()
      queryClient.clear()
      session.set(null)
    },
  }
}

export type World = Awaited<ReturnType<typeof newWorld>>
