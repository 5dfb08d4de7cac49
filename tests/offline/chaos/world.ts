/** One device with its tabs and worker, the line and the server, driven by a schedule's steps. */
import type { BreakInfo } from '#contract/apps/onbreak.ts'
import type { Device } from '#src/offline/drain-context.ts'
import { randomOf } from '../../random.ts'
import { type Agent, newAgent } from './agent.ts'
import type { Core } from './core.ts'
import type { Counts, History } from './history.ts'
import { type LockTable, newLocks } from './locks.ts'
import { type ModelServer, newServer } from './model-server.ts'
import { ADA, BO, CY, type Mishap, type Schedule } from './schedule.ts'
import { newTab, type Tab } from './tab.ts'
import { newTime, runBy, type Time, turn } from './time.ts'
import { COURSES } from './wire.ts'

const START = Date.parse('2026-03-02T10:00:00.000Z')
/** More turns than any schedule needs to become quiet. */
const MOST_TURNS = 50_000

export const ENTITIES = [ADA, BO, CY].map((id) => `break:${id}`)

/** The signed-in person, as every tab of the device knows them. */
export interface Person {
  readonly userId: number
  readonly token: string
  readonly maySend: boolean
}

export interface World {
  readonly core: Core
  readonly database: string
  readonly time: Time
  readonly device: Device
  readonly server: ModelServer
  readonly log: History
  readonly locks: LockTable | undefined
  readonly counts: Counts
  count(what: string): void
  /** What happens to the next requests, in order. */
  readonly mishaps: Mishap[]
  setRetryAfter(seconds: number): void
  isOnline(): boolean
  setOnline(isOnline: boolean): void
  setClock(by: number): void
  person(): Person | null
  agents(): readonly Agent[]
  tabs(): readonly Tab[]
  /** Something was written: every tab reads anew. */
  changed(): void
  carry(agent: Agent, url: string, init: RequestInit, deliver: (reply: Response | Error) => void): void
  fetchRecords(deliver: (records: readonly BreakInfo[]) => void): void
  /** Stores the query cache on disk. */
  persist(userId: number, records: ReadonlyMap<string, BreakInfo>): void
  persisted(userId: number): ReadonlyMap<string, BreakInfo> | undefined
  forget(userId: number): void
  /** Makes every tab show another person, or nobody. */
  follow(person: Person | null): void
  /** Handles the server's word that this session has ended. */
  endSession(token: string): void
  open(kind: Agent['kind']): Promise<void>
  /** Waits until nothing is at work; with `isOver`, also until every tab has drawn what it should. */
  quiet(isOver?: boolean): Promise<void>
  /** Lets time pass, in which whatever is due happens. */
  pass(ms: number): Promise<void>
  /** Waits a few turns of the event loop, whatever is under way. */
  turns(count: number): Promise<void>
}

let worlds = 0

export function newWorld(core: Core, { seed, locks }: Schedule, { keepsAnswers = true } = {}): World {
  const random = randomOf(seed ^ 0x5f3759df)
  const time = newTime(START)
  runBy(time)
  const log: History = []
  const counts: Counts = {}
  const mishaps: Mishap[] = []
  const caches = new Map<number, ReadonlyMap<string, BreakInfo>>()
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  let agents: Agent[] = []
  let tabs: Tab[] = []
  let person: Person | null = null
  let isOnline = true
  let retryAfter = 1
  let skew = 0
  let ids = 0
  let opening = 0
  worlds += 1

  const device: Device = {
    now: () => time.now() + skew,
    random,
    uuid: () => {
      ids += 1
      return `key ${ids}`
    },
  }
  const server = newServer(time.now, log, keepsAnswers)

  /** Returns the agents that are alive. */
  function liveAgents(): readonly Agent[] {
    agents = agents.filter((agent) => !agent.isDead())
    return agents
  }
  function liveTabs(): readonly Tab[] {
    tabs = tabs.filter(({ agent }) => !agent.isDead())
    return tabs
  }

  /** Lets tabs draw: now and then between two events, and always when a step is over. */
  const catchUp = (isOver: boolean) => liveTabs().filter((tab) => tab.catchUp(isOver || random() < 0.1)).length > 0

  const legMs = () => 10 + Math.floor(random() * 50)

  const world: World = {
    core,
    database: `chaos ${worlds}`,
    time,
    device,
    server,
    log,
    locks: locks ? newLocks(count) : undefined,
    counts,
    count,
    mishaps,
    setRetryAfter(seconds) {
      retryAfter = seconds
    },
    isOnline: () => isOnline,
    setOnline(next) {
      isOnline = next
      if (next) for (const tab of liveTabs()) tab.agent.awake(tab.lineChanged)
    },
    setClock(by) {
      skew += by
      log.push({ is: 'clock' })
    },
    person: () => person,
    agents: liveAgents,
    tabs: liveTabs,
    changed() {
      for (const tab of liveTabs()) tab.markChanged()
    },
    carry(agent, url, init, deliver) {
      const headers = init.headers as Record<string, string>
      const body = String(init.body)
      const session = server.sessionOf((headers.Authorization ?? '').replace('Bearer ', ''))
      log.push({
        is: 'request',
        user: session?.userId ?? null,
        maySend: session?.maySend ?? false,
        key: headers['Idempotency-Key'] ?? '',
        value: JSON.parse(body).customMessage,
        body,
        at: agent.lastRead(),
      })
      count('requests')
      if (agent.kind === 'worker') count('requests of the worker')
      if (!isOnline) {
        time.after(1, () => deliver(new TypeError('fetch failed')))
        return
      }
      const mishap = mishaps.shift() ?? 'none'
      if (mishap !== 'none') count(`mishap ${mishap}`)
      const course = COURSES[mishap]
      const wait = course.arrives === 'late' ? 20_000 + Math.floor(random() * 40_000) : legMs()
      time.after(wait, () => {
        if (!isOnline && course.arrives !== 'late') {
          deliver(new TypeError('fetch failed'))
          return
        }
        const answer = course.arrives === 'never' ? null : server.handle({ url, headers, body }, course.refusesWith)
        if (answer && answer.status < 400 && mishap !== 'none') count('accepted, and the answer lost')
        if (answer?.status === 409) count('conflicts')
        const reply = course.reply(answer, retryAfter)
        if (reply) time.after(legMs(), () => deliver(isOnline ? reply : new TypeError('fetch failed')))
      })
    },
    fetchRecords(deliver) {
      if (!isOnline) return
      time.after(legMs(), () => {
        const records = ENTITIES.map((entity) => server.record(entity))
        time.after(legMs(), () => isOnline && deliver(records))
      })
    },
    persist: (userId, records) => void caches.set(userId, records),
    persisted: (userId) => caches.get(userId),
    forget: (userId) => caches.delete(userId),
    follow(next) {
      if (next && person && next.userId !== person.userId) count('users switched')
      person = next
      for (const tab of liveTabs()) tab.agent.awake(() => tab.follow(next))
    },
    endSession(token) {
      if (person?.token !== token) return
      count('sessions ended')
      world.follow(null)
    },
    async open(kind) {
      opening += 1
      try {
        ids += 1
        const agent = await newAgent(world, ids, kind)
        agents.push(agent)
        if (kind === 'worker') return
        const tab = newTab(world, agent)
        tabs.push(tab)
        tab.follow(person)
      } finally {
        opening -= 1
      }
    },
    async quiet(isOver = false) {
      for (let turns = 0; turns < MOST_TURNS; turns++) {
        await turn()
        if (opening === 0 && !liveAgents().some((agent) => agent.isAtWork()) && !catchUp(isOver)) return
      }
      throw new Error('The world does not become quiet.')
    },
    async pass(ms) {
      await time.pass(ms, world.quiet)
      await world.quiet(true)
    },
    async turns(wanted) {
      catchUp(true)
      for (let turns = 0; turns < wanted; turns++) await turn()
    },
  }
  return world
}
