/** A tab: what engine.ts and my-changes.ts do with the core, and what a person does and sees there. */
import type { BreakInfo } from '#contract/apps/onbreak.ts'
import { newer } from '#src/lib/newer.ts'
import type { DrainOutcome } from '#src/offline/drain.ts'
import type { Change } from '#src/offline/outbox.ts'
import type { Row } from '#src/offline/row.ts'
import type { Agent } from './agent.ts'
import type { TrayLine } from './history.ts'
import type { Person, World } from './world.ts'

/** Pause after which a tab looks again whether the portal is there (probe.ts). */
const PROBE_MS = 5_000
/** Pause after which a person whose store failed at the start opens the portal again. */
const REOPEN_MS = 5_000
/** How long the query cache takes to be on disk. */
const PERSIST_MS = 1_000

export interface Tab {
  readonly agent: Agent
  /** Returns the id of the person whose changes it shows; null for nobody. */
  who(): number | null
  /** Returns the rows that the person's tray and lists show now. */
  rows(): readonly Row[]
  follow(person: Person | null): void
  tap(change: Omit<Change, 'userId' | 'baseRev' | 'key'>): void
  /** Presses “Try again” on a row. */
  again(row: Row): void
  discard(row: Row): void
  /** The line is back, or the person looks at the tab. */
  lineChanged(): void
  /**
   * A record arrived from the socket or from a slow answer. Ignored by a tab that holds none yet: no record that
   * arrives is older than the tab's sign-in.
   */
  hear(record: BreakInfo): void
  /** Notes that the database has changed: what is drawn is read anew when there is time. */
  markChanged(): void
  /** Reads what has changed; its own person's taps without delay. Returns false if there was nothing to do. */
  catchUp(isTime: boolean): boolean
  leave(waiting: 'keep' | 'discard'): void
}

/** Returns the tray's line of a row, with the mark that each tap carries in its body. */
export const trayLine = ({ key, body, state, status, detail }: Row): TrayLine => ({
  key,
  value: (body as { customMessage: string }).customMessage,
  state,
  status,
  detail,
})

const apply = (record: BreakInfo, { body }: Row): BreakInfo => ({ ...record, ...(body as Partial<BreakInfo>) })

export function newTab(world: World, agent: Agent): Tab {
  const { core, device, log, count, server } = world
  const { db, context } = agent
  let person: Person | null = null
  /** Grows with each change of person, so that the results of work begun for the previous one are ignored. */
  let follows = 0
  let rows: readonly Row[] = []
  let told = new Set<string>()
  let base = new Map<string, BreakInfo>()
  let isChanged = false
  let isTapped = false
  let isReady = false
  let reading = false

  function draw(entity: string): void {
    const record = base.get(entity)
    if (!record || !person) return
    const mine = rows.filter((row) => row.entity === entity)
    const value = core.overlay(record, mine, apply).customMessage
    log.push({ is: 'screen', tab: agent.id, user: person.userId, entity, value, at: device.now() })
  }

  function receive(record: BreakInfo): void {
    if (!person) return
    const { userId, token } = person
    const entity = `break:${record.user}`
    base.set(entity, newer(record, base.get(entity)))
    const now = new Map(base)
    // What a tab held while it slept through a sign-out is not kept for the next sign-in.
    agent.later(PERSIST_MS, () => world.person()?.token === token && world.persist(userId, now))
    draw(entity)
  }

  function fetchBase(): void {
    const mine = follows
    world.fetchRecords((records) =>
      agent.awake(() => {
        if (follows === mine) for (const record of records) receive(record)
      }),
    )
  }

  /** Records before rows: a screen drawn in between shows the change either way. */
  function publish(next: readonly Row[], begun: number, userId: number): void {
    for (const row of next) {
      if (row.state === 'pending' || told.has(row.key)) continue
      told.add(row.key)
      if (row.state === 'acked' && row.answer) receive(row.answer as BreakInfo)
      else fetchBase()
    }
    rows = next
    log.push({ is: 'published', tab: agent.id, user: userId, begun, tray: next.map(trayLine) })
    for (const entity of base.keys()) draw(entity)
  }

  async function read(userId: number): Promise<void> {
    const mine = follows
    const begun = log.length
    const next = await core.rowsOf(db, userId)
    if (mine === follows && !agent.isDead()) publish(next, begun, userId)
  }

  let stopProbing = () => {}

  function onOutcome(outcome: DrainOutcome): void {
    stopProbing()
    if (outcome.is === 'unreachable') stopProbing = agent.later(PROBE_MS, lineChanged)
    if (outcome.is === 'signIn') world.endSession(outcome.token)
  }

  const sender = core.newSender({
    drain: () => agent.run(() => core.drain(context)),
    onOutcome,
    isOnline: world.isOnline,
    now: device.now,
    later: agent.later,
  })

  function lineChanged(): void {
    if (!world.isOnline() || !person) return
    fetchBase()
    void agent.run(async () => {
      await core.wake(db).catch(() => {})
      void sender.send()
    })
  }

  function start(next: Person, mine: number): void {
    if (mine !== follows) return
    void agent.run(() => begin(next, mine)).catch(() => agent.later(REOPEN_MS, () => start(next, mine)))
  }

  async function begin(next: Person, mine: number): Promise<void> {
    await core.putSession(db, next)
    await core.forgetSettled(db, device)
    if (mine !== follows) return
    isReady = true
    isChanged = true
    lineChanged()
  }

  async function keep(change: Change & { key: string }, value: string, repeats: string | null): Promise<void> {
    const { userId: user, entity, key, merges = null } = change
    const truly = world.time.now()
    log.push({ is: 'tap', tab: agent.id, user, entity, value, key, merges, at: device.now(), truly, repeats })
    count('taps')
    const enqueue = () => agent.run(() => core.enqueue(db, change, device))
    const row = await enqueue()
      .catch(enqueue)
      .catch(() => null)
    if (row) {
      log.push({ is: 'kept', tab: agent.id, key, as: row.key, at: device.now() })
      if (row.replaces.length > 0) count('merged')
    } else {
      log.push({ is: 'notKept', key })
      count('taps not kept')
    }
    isChanged = true
    isTapped = true
    if (world.isOnline()) void sender.send()
  }

  return {
    agent,
    who: () => person?.userId ?? null,
    rows: () => rows,
    lineChanged,
    hear(record) {
      if (base.has(`break:${record.user}`)) receive(record)
    },
    follow(next) {
      if (next && next.token === person?.token && next.maySend === person.maySend) return
      if (next?.userId !== person?.userId || !next) {
        rows = []
        told = new Set()
        base = new Map(next && world.persisted(next.userId))
        log.push({ is: 'follows', tab: agent.id, user: next?.userId ?? null })
      }
      person = next
      follows += 1
      isReady = false
      sender.stopTimer()
      stopProbing()
      if (next) start(next, follows)
    },
    tap(change) {
      const seen = base.get(change.target)
      // A record that is not shown cannot be changed.
      if (!person || !seen) return
      const { rev: baseRev = null } = seen
      const full = { ...change, userId: person.userId, baseRev, key: device.uuid() }
      void keep(full, (change.body as { customMessage: string }).customMessage, null)
    },
    again(row) {
      if (row.state === 'pending') {
        log.push({ is: 'insist', key: row.key })
        void agent.run(() => core.confirmStale(db, row)).then(sender.send, () => {})
        return
      }
      count('refused tried again')
      void keep({ ...core.changeOf(row), key: device.uuid() }, trayLine(row).value, row.key)
    },
    discard(row) {
      count('discarded')
      log.push({ is: 'discard', user: row.userId, key: row.key })
      void agent.run(() => core.deleteRow(db, row)).catch(() => {})
    },
    markChanged() {
      isChanged = true
    },
    catchUp(isTime) {
      if (!isChanged || !(isTime || isTapped) || !isReady || !person || reading || agent.isDead() || agent.isFrozen())
        return false
      isChanged = false
      isTapped = false
      reading = true
      const { userId } = person
      void agent
        .run(() => read(userId))
        .catch(() => {
          isChanged = true
        })
        .finally(() => {
          reading = false
        })
      return true
    },
    leave(waiting) {
      if (!person) return
      const { userId, token } = person
      if (waiting === 'discard') log.push({ is: 'discard', user: userId, key: null })
      world.follow(null)
      world.forget(userId)
      if (world.isOnline()) server.revoke(token)
      void agent.run(() => core.endSession(db, userId, waiting)).catch(() => {})
    },
  }
}
