/**
 * The signed-in person's changes on this device that the server has not confirmed, for the screens. Light on purpose:
 * the outbox itself comes with `engine.ts`, which is loaded when somebody is signed in. Answers: settled-answers.ts.
 */
import type { SessionUser } from '#contract/apps/accounts.ts'
import { session } from '#src/api/session.ts'
import { listeners } from '#src/lib/listeners.ts'
import { withTimeout } from '#src/lib/pause.ts'
import type { Person } from './engine.ts'
import { readOnce } from './launch-read.ts'
import { isOneUnderWay, noteLeftBehind } from './left-behind.ts'
import { type Engine, engine, engineAtOnce } from './load-engine.ts'
import type { Row } from './row.ts'
import { forgetAnswers, reportSettled } from './settled-answers.ts'

export interface MyChanges {
  /** `broken`: this device cannot keep changes; they are made online only. */
  readonly status: 'loading' | 'ready' | 'broken'
  /** Oldest first: waiting, refused, and those accepted within the last day. */
  readonly rows: readonly Row[]
}

/** A store that does not answer within this time must not hold up the screen. */
const PATIENCE_MS = 1_500
/** Following a person is retried this long after it failed, and at the next tap. */
const AGAIN_MS = 15_000

const LOADING: MyChanges = { status: 'loading', rows: [] }

let state: MyChanges = LOADING
/** The person whose changes are followed and shown, and the session that they are sent with. */
let followed: Person | null = null
let stop: Promise<() => void> | null = null
/** Retries following after a failure; null if it has not failed. */
let retry: (() => Promise<unknown>) | null = null
/** That retry while it runs: changes made meanwhile come after the one that started it. */
let retrying: Promise<unknown> | null = null
/** Has the outbox loaded at once, without waiting for the first screen to be drawn. */
let loadNow = () => {}
/** The store has not taken the last change; it may still be readable. */
let refusedLast = false
const changes = listeners()

function change(next: MyChanges): void {
  state = next
  changes.notify()
}

export const myChanges = (): MyChanges => state
export const onMyChanges = changes.listen

/** Returns the rows that still wait or were refused: those that the person must know about. */
export const unsettled = ({ rows }: MyChanges): readonly Row[] => rows.filter(({ state }) => state !== 'acked')

function publish(rows: readonly Row[]): void {
  // The rows were read again but not written: the store has no more room than before.
  if (refusedLast && JSON.stringify(rows) === JSON.stringify(state.rows)) return
  refusedLast = false
  // Records before rows: a screen drawn in between shows the change either way.
  reportSettled(rows)
  // Most launches: nothing waits and the screens know it, so nothing is told.
  if (rows.length > 0 || state.rows.length > 0 || state.status !== 'ready') change({ status: 'ready', rows })
}

/** Reports the store as broken. The rows known so far stay on the screens; new changes are sent at once. */
const markBroken = (person: Person): void => {
  if (followed?.userId === person.userId) change({ status: 'broken', rows: state.rows })
}

const markBrokenUnlessShown = (person: Person) =>
  setTimeout(() => state.status === 'loading' && markBroken(person), PATIENCE_MS)

/** Starts to follow the person. Returns a function that stops it. Never throws: a failure is retried. */
async function startFollowing(person: Person): Promise<() => void> {
  refusedLast = false
  const onRows = (rows: readonly Row[]) => {
    if (followed?.userId === person.userId) publish(rows)
  }
  const onFailure = () => tryAgainLater(person)
  try {
    const { follow } = await engine()
    // A person who has left meanwhile must not be restored.
    const isCurrent = () => followed === person
    return isCurrent() ? await follow(person, onRows, onFailure, isCurrent) : () => {}
  } catch {
    onFailure()
    return () => {}
  }
}

/** Schedules another try to follow the person; until then no row is published or sent. */
function tryAgainLater(person: Person): void {
  markBroken(person)
  if (followed !== person) return
  const once = async () => {
    if (retry !== once) return
    retry = null
    void stop?.then((end) => end())
    stop = startFollowing(person)
    await stop
  }
  retry = once
  setTimeout(once, AGAIN_MS)
}

const isPending = ({ state }: Row) => state === 'pending'

/** Stops following the person who was here before; nothing of theirs is shown to anybody else. */
function leave(before: Person | null, me: SessionUser | null): void {
  void stop?.then((end) => end())
  stop = null
  retry = null
  // At a launch nobody has left.
  if (me || before) {
    const isEnded = me === null && session.reason() !== null
    noteLeftBehind(isEnded ? state.rows.filter(isPending).length : 0, isEnded && isOneUnderWay())
  }
  if (me?._id !== before?.userId) {
    forgetAnswers()
    change(LOADING)
  }
}

/**
 * Follows the changes of the signed-in person (null: of nobody). Call it whenever the session changes. `drawn`: at a
 * launch, the first screen is drawn before the outbox is loaded, and the rows on disk are shown at once. Resolves when
 * they are shown.
 */
export async function followPerson(me: SessionUser | null, drawn?: Promise<void>): Promise<void> {
  const person = me && { userId: me._id, token: me.token, maySend: me.permissions.changed_password }
  const isFollowed = person?.token === followed?.token && person?.maySend === followed?.maySend
  if (isFollowed) return
  const before = followed
  followed = person
  leave(before, me)
  if (!person) return
  const tapped = new Promise<void>((resolve) => {
    loadNow = resolve
  })
  const due = drawn && Promise.race([drawn, tapped])
  stop = due ? due.then(() => startFollowing(person)) : startFollowing(person)
  if (due) void due.then(() => markBrokenUnlessShown(person))
  else markBrokenUnlessShown(person)
  const rows = drawn && (await readOnce('changes', person.userId).catch(() => null))
  if (rows && state.status === 'loading' && followed?.userId === person.userId) publish(rows)
}

/**
 * Ends the session of a person who left this device. Changes that the server does not have are kept for their return or
 * discarded.
 */
export async function forgetPerson(userId: number, waiting: 'keep' | 'discard'): Promise<void> {
  const { leave } = await engine()
  await leave(userId, waiting)
}

/** Reports the store as ready again: only the next change shows whether there is room by now. */
function mayKeepAgain(): void {
  if (!refusedLast || retry || state.status !== 'broken') return
  refusedLast = false
  change({ status: 'ready', rows: state.rows })
}

/**
 * Returns the outbox, for `keep-change.ts`. If following failed, that is retried first: it reopens a store that was
 * lost.
 */
export function outbox(): Engine | Promise<Engine> {
  loadNow()
  if (retry)
    retrying = retry().finally(() => {
      retrying = null
    })
  return retrying ? retrying.then(engine) : engineAtOnce()
}

/**
 * Notes whether the store has taken a change of this person. Ignored if another person is here by now, whose store may
 * work.
 */
export function noteKept(userId: number, isKept: boolean): void {
  if (followed?.userId !== userId) return
  refusedLast = !isKept
  if (isKept) return
  change({ status: 'broken', rows: state.rows })
  setTimeout(mayKeepAgain, AGAIN_MS)
}

/**
 * Tries to send everything for at most `limitMs`, and does not wait for a store that is silent. Returns the rows that
 * the server still does not have.
 */
export async function sendAll(limitMs: number): Promise<readonly Row[]> {
  const send = async () => {
    const { sendAllNow, rows } = await engine()
    await withTimeout(limitMs, sendAllNow())
    return followed ? (await rows(followed.userId)).filter(({ state }) => state !== 'acked') : []
  }
  return (await withTimeout(limitMs + PATIENCE_MS, send())) ?? unsettled(state)
}
