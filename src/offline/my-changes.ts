/**
 * What the signed-in person did on this device and the server has not confirmed: for the screens. Light on purpose; the
 * outbox itself comes with `engine.ts`, when somebody is signed in.
 */
import type { SessionUser } from '#contract/apps/accounts.ts'
import { session } from '#src/api/session.ts'
import { listeners } from '#src/lib/listeners.ts'
import { within } from '#src/lib/pause.ts'
import type { Person } from './engine.ts'
import type { SettledChange } from './kind.ts'
import { readOnce } from './launch-read.ts'
import { isOneUnderWay, noteLeftBehind } from './left-behind.ts'
import { isPartly, type Row } from './row.ts'

export interface MyChanges {
  /** `broken`: this device cannot keep changes; they are made online only. */
  readonly status: 'loading' | 'ready' | 'broken'
  /** Oldest first: waiting, refused, and those accepted within the last day. */
  readonly rows: readonly Row[]
}

/** A store that does not answer within this time must not hold up the screen. */
const PATIENCE_MS = 1_500
/** What could not be followed is tried anew after this time, and at the next tap. */
const AGAIN_MS = 15_000

const LOADING: MyChanges = { status: 'loading', rows: [] }

let state: MyChanges = LOADING
let who: number | null = null
/** Whose changes are followed, as whom they go out. */
let followed: Person | null = null
let stop: Promise<() => void> | null = null
/** Follows once more where that failed; null where it did not. */
let again: (() => Promise<unknown>) | null = null
/** That, under way: what is done meanwhile comes after what had it begun. */
let following: Promise<unknown> | null = null
let onSettled: ((change: SettledChange) => void) | null = null
/** Answers that nobody was there to hear yet. */
let unheard: SettledChange[] = []
/** The outbox is wanted at once, whatever is still to be drawn. */
let hurry = () => {}
/** The store has not taken the last change: it may still be read. */
let refusedLast = false
/** Settled rows whose answers the screens have already. */
let told = new Set<string>()
const changes = listeners()

type Engine = typeof import('./engine.ts')
let loaded: Engine | null = null
/** Once it is there nobody waits for it: a tap is on its way to the disk before anything else happens. */
async function engine(): Promise<Engine> {
  loaded ??= await import('./engine.ts')
  return loaded
}

/** How many tasks are overdue, for whoever sets the number on the app's icon while no page is open. */
export const noteOverdue = async (count: number): Promise<void> => (await engine()).noteOverdue(count)

function change(next: MyChanges): void {
  state = next
  changes.tell()
}

export const myChanges = (): MyChanges => state
export const onMyChanges = changes.listen

/** Still waiting or refused: what a person must know about. */
export const unsettled = ({ rows }: MyChanges): readonly Row[] => rows.filter(({ state }) => state !== 'acked')

function tell(rows: readonly Row[]): void {
  // Whoever comes to hear of it is told then.
  if (!onSettled) return
  for (const row of rows) {
    if (row.state === 'pending' || told.has(row.key)) continue
    // Told of long ago: there is a sentence left to be read, and nothing else.
    if (isPartly(row) && row.answer === null) continue
    told.add(row.key)
    onSettled(row)
  }
}

function publish(rows: readonly Row[]): void {
  // Read once more, and not written: there is no more room than before.
  if (refusedLast && JSON.stringify(rows) === JSON.stringify(state.rows)) return
  refusedLast = false
  // First the records, then the rows: whoever draws in between sees the change either way.
  tell(rows)
  // Most launches: nothing waits, and the screens know it already.
  if (rows.length > 0 || state.rows.length > 0 || state.status !== 'ready') change({ status: 'ready', rows })
}

/** `settled` is told of every answer to this person's changes, whichever tab, or the worker, got it. */
export function hearSettled(settled: (change: SettledChange) => void): void {
  onSettled = settled
  for (const change of unheard.splice(0)) settled(change)
  tell(state.rows)
}

/** The rows known so far stay on the screens; what is done from now on is sent at once. */
const giveUp = (person: Person): void => {
  if (who === person.userId) change({ status: 'broken', rows: state.rows })
}

const giveUpUnlessShown = (person: Person) =>
  setTimeout(() => state.status === 'loading' && giveUp(person), PATIENCE_MS)

/** Answers how to stop it. Never throws: what fails is tried anew. */
async function begin(person: Person): Promise<() => void> {
  refusedLast = false
  const shown = (rows: readonly Row[]) => {
    if (who === person.userId) publish(rows)
  }
  const failed = () => tryAgainLater(person)
  try {
    const { follow } = await engine()
    // Whoever has left meanwhile must not be put back.
    const isStill = () => followed === person
    return isStill() ? await follow(person, shown, failed, isStill) : () => {}
  } catch {
    failed()
    return () => {}
  }
}

/** Until it is followed nobody hears of a row, and none is sent. */
function tryAgainLater(person: Person): void {
  giveUp(person)
  if (followed !== person) return
  const once = async () => {
    if (again !== once) return
    again = null
    void stop?.then((end) => end())
    stop = begin(person)
    await stop
  }
  again = once
  setTimeout(once, AGAIN_MS)
}

const isPending = ({ state }: Row) => state === 'pending'

/** Whoever was here before is followed no more, and nothing of them is shown to anybody else. */
function leaveFor(me: SessionUser | null): void {
  void stop?.then((end) => end())
  stop = null
  again = null
  // At a launch nobody has left.
  if (me || who !== null) {
    const isEnded = me === null && session.reason() !== null
    noteLeftBehind(isEnded ? state.rows.filter(isPending).length : 0, isEnded && isOneUnderWay())
  }
  if (me?._id !== who) {
    told = new Set()
    unheard = []
    change(LOADING)
  }
  who = me?._id ?? null
}

/**
 * Follows the changes of whoever is signed in; null: of nobody. Call it again whenever the session changes. `drawn`: a
 * launch has its first screen before the outbox comes; what lies on the disk is shown at once. Settles when it is.
 */
export async function followPerson(me: SessionUser | null, drawn?: Promise<void>): Promise<void> {
  const person = me && { userId: me._id, token: me.token, maySend: me.permissions.changed_password }
  const isFollowed = person?.token === followed?.token && person?.maySend === followed?.maySend
  if (isFollowed) return
  followed = person
  leaveFor(me)
  if (!person) return
  const tapped = new Promise<void>((resolve) => {
    hurry = resolve
  })
  const due = drawn && Promise.race([drawn, tapped])
  stop = due ? due.then(() => begin(person)) : begin(person)
  if (due) void due.then(() => giveUpUnlessShown(person))
  else giveUpUnlessShown(person)
  const rows = drawn && (await readOnce('changes', person.userId).catch(() => null))
  if (rows && state.status === 'loading' && who === person.userId) publish(rows)
}

/** Somebody left this device; what they did and the server has not got is kept for their return, or thrown away. */
export async function forgetPerson(userId: number, waiting: 'keep' | 'discard'): Promise<void> {
  const { leave } = await engine()
  await leave(userId, waiting)
}

/** Only the next change shows whether there is room by now. */
function mayKeepAgain(): void {
  if (!refusedLast || again || state.status !== 'broken') return
  refusedLast = false
  change({ status: 'ready', rows: state.rows })
}

/** The outbox, for `keep-change.ts`. Where nobody is followed that comes first: a store that was lost is opened anew. */
export function outbox(): Engine | Promise<Engine> {
  hurry()
  if (again)
    following = again().finally(() => {
      following = null
    })
  return following ? following.then(engine) : (loaded ?? engine())
}

/** Whether the store has taken a change of this person; somebody else may be here by now, whose store takes what they do. */
export function noteKept(userId: number, isKept: boolean): void {
  if (who !== userId) return
  refusedLast = !isKept
  if (isKept) return
  change({ status: 'broken', rows: state.rows })
  setTimeout(mayKeepAgain, AGAIN_MS)
}

/** The answer to a change that was sent without being kept. */
export function noteAnswer(settled: SettledChange): void {
  if (onSettled) onSettled(settled)
  else unheard.push(settled)
}

/** Thrown away; what cannot be stays in sight. */
export const discard = (row: Row): Promise<void> =>
  engine()
    .then(({ discard }) => discard(row))
    .catch(() => {})
/** What was made in part and has been read; where the store fails it stays in sight. */
export const dismiss = (row: Row): Promise<void> =>
  engine()
    .then(({ dismiss }) => dismiss(row))
    .catch(() => {})
/** A row that waits: at once, however old it is. */
export const sendAgain = async (row: Row): Promise<void> => (await engine()).sendAgain(row)
/** A row that was refused: once more, as of now. */
export const repeat = async (row: Row): Promise<void> => (await engine()).repeat(row)

/** Tries to send everything, for at most this long, and waits for no store. Answers what the server still does not have. */
export async function sendAll(limitMs: number): Promise<readonly Row[]> {
  const send = async () => {
    const { sendAllNow, rows } = await engine()
    await within(limitMs, sendAllNow())
    return who === null ? [] : (await rows(who)).filter(({ state }) => state !== 'acked')
  }
  return (await within(limitMs + PATIENCE_MS, send())) ?? unsettled(state)
}
