/**
 * No screen ever shows a person an older state of their own record: tried with 20,000 random orders of taps, answers, live
 * messages and GETs (offline.md §2.6).
 */
import { expect, test } from 'vitest'
import type { LiveFrame, LiveMessage } from '#contract/live.ts'
import { merge } from '#src/apps/onbreak/merge.ts'
import { overlay } from '#src/offline/overlay.ts'
import { NEW_ROW, type Row } from '#src/offline/row.ts'
import { type Dice, diceOf, randomOf } from '../random.ts'

const RUNS = 20_000
/** Fewer runs are enough to see a rule fail. */
const RUNS_OF_A_FAULT = 1_000
const STEPS = 60
/** The person's own record, and one that they administer. */
const TARGETS = [1, 2]

interface Reply {
  readonly seq: number
  /** Null: refused. Undefined: lost, and the row may or may not have had its effect. */
  readonly accepted: LiveMessage | null | undefined
}

type Mail =
  | { readonly is: 'frame'; readonly frame: LiveFrame }
  | { readonly is: 'request'; readonly row: Row }
  | { readonly is: 'reply'; readonly reply: Reply }

/** How a screen merges records and views them; each fault replaces one of the two. */
interface Rule {
  merge(board: readonly LiveMessage[], frame: LiveFrame): LiveMessage[]
  view(record: LiveMessage, rows: readonly Row[]): LiveMessage
}

const apply = (record: LiveMessage, { body }: Row): LiveMessage => ({ ...record, ...(body as Partial<LiveMessage>) })

const OURS: Rule = { merge, view: (record, rows) => overlay(record, rows, apply) }

const isOf = (target: number, { params }: Row) => params.id === target

/** A model of the portal's answers: one order of changes, and each key takes effect once. */
class Server {
  rev = 0
  /** The revision that made each state of a record, by the state's message, which is unique. */
  readonly madeAt = new Map<string, number>()
  readonly #saved = new Map<string, LiveMessage>()
  readonly #records = new Map<number, LiveMessage>()

  constructor() {
    for (const target of TARGETS) this.change(target, { status: true, customMessage: `first of ${target}` })
  }

  change(target: number, body: Partial<LiveMessage>): LiveMessage {
    const before = this.#records.get(target)
    const base = { userId: target, userName: 'Ada', empType: '', status: true, breakType: '', timeLeft: null }
    const record = { ...base, customMessage: '', ...before, ...body, rev: ++this.rev }
    this.#records.set(target, record)
    this.madeAt.set(record.customMessage, record.rev)
    return record
  }

  take({ key, params, body }: Row, isRefused: boolean): { record: LiveMessage | null; isNew: boolean } {
    const saved = this.#saved.get(key)
    if (saved) return { record: saved, isNew: false }
    if (isRefused) return { record: null, isNew: false }
    const record = this.change(Number(params.id), body as Partial<LiveMessage>)
    this.#saved.set(key, record)
    return { record, isNew: true }
  }

  board = (): LiveMessage[] => [...this.#records.values()]
}

/** One person's device on a line that delays everything for any time, delivers it twice or out of order, or loses it. */
class Run {
  readonly server = new Server()
  readonly #dice: Dice
  readonly #rule: Rule
  readonly #mail: Mail[] = []
  readonly #inFlight = new Set<string>()
  #rows: Row[] = []
  #board: LiveMessage[] = []
  /** The newest revision of each record that the person has been shown: it must never get lower. */
  readonly #floor = new Map<number, number>()
  readonly #wrong = new Set<number>()
  taps = 0
  reverts = 0
  replaced = 0

  constructor(seed: number, rule: Rule) {
    this.#dice = diceOf(randomOf(seed))
    this.#rule = rule
    this.#hear(this.server.board())
  }

  play() {
    for (let step = 0; step < STEPS; step++) {
      this.#dice.oneOf([this.#tap, this.#send, this.#send, this.#deliver, this.#deliver, this.#deliver, this.#other])()
      this.#look()
    }
    this.#settle()
    return this
  }

  /** Whether the screen differs from the server once everything has been delivered. */
  get isAstray() {
    return this.server.board().some((record) => this.#shown(record.userId).customMessage !== record.customMessage)
  }

  #hear = (frame: LiveFrame) => {
    this.#board = this.#rule.merge(this.#board, frame)
  }

  #post = (frame: LiveFrame) => this.#mail.push({ is: 'frame', frame })

  #tap = () => {
    const target = this.#dice.oneOf(TARGETS)
    const name = `tap ${++this.taps}`
    const body = { status: this.#dice.chance(0.5), customMessage: name }
    const last = this.#rows.findLast((row) => isOf(target, row) && row.state === 'pending')
    const isMerged = this.#dice.chance(0.5) && last?.attempts === 0
    const seq = isMerged ? (last?.seq ?? 0) : this.taps
    if (isMerged) this.replaced++
    this.#rows = [...this.#rows.filter((row) => row.seq !== seq), rowOf(seq, name, target, body)]
    this.#rows.sort((a, b) => a.seq - b.seq)
  }

  #send = () => {
    const entity = `break:${this.#dice.oneOf(TARGETS)}`
    const head = this.#rows.find((row) => row.entity === entity && row.state === 'pending')
    if (!head || this.#inFlight.has(entity)) return
    this.#inFlight.add(entity)
    const row = this.#update(head, { attempts: head.attempts + 1 })
    this.#mail.push({ is: 'request', row })
  }

  #other = () => {
    // A GET reads the board now and is delivered at any later time.
    if (this.#dice.chance(0.4)) this.#post(this.server.board())
    else this.#post(this.server.change(this.#dice.oneOf(TARGETS), { customMessage: `another’s ${this.server.rev}` }))
  }

  #update = (row: Row, change: Partial<Row>): Row => {
    const next = { ...row, ...change }
    this.#rows = this.#rows.map((each) => (each.seq === row.seq ? next : each))
    return next
  }

  #deliver = () => {
    const index = this.#dice.below(this.#mail.length)
    const mail = this.#mail[index]
    if (!mail) return
    // Frames may be delivered twice.
    if (mail.is !== 'frame' || this.#dice.chance(0.7)) this.#mail.splice(index, 1)
    if (mail.is === 'frame') this.#hear(mail.frame)
    if (mail.is === 'request') this.#arrive(mail.row)
    if (mail.is === 'reply') this.#answered(mail.reply)
  }

  #arrive = (row: Row) => {
    const isLostOnTheWay = this.#dice.chance(0.1)
    const isRefused = this.#dice.chance(0.15)
    const isAnswerLost = this.#dice.chance(0.15)
    const { record, isNew } = isLostOnTheWay ? { record: undefined, isNew: false } : this.server.take(row, isRefused)
    // The socket may be closed at that moment.
    if (isNew && record && this.#dice.chance(0.8)) this.#post(record)
    this.#mail.push({ is: 'reply', reply: { seq: row.seq, accepted: isAnswerLost ? undefined : record } })
  }

  #answered = ({ seq, accepted }: Reply) => {
    const row = this.#rows.find((each) => each.seq === seq)
    if (!row) throw new Error(`Row ${seq} went missing.`)
    this.#inFlight.delete(row.entity)
    if (accepted === undefined) return
    if (accepted === null) return this.#update(row, { state: 'rejected', status: 409, detail: 'No.' })
    this.#update(row, { state: 'acked', ackRev: accepted.rev ?? null })
    this.#raise(accepted.userId, accepted.rev ?? 0)
    // Another tab or the worker may have sent it: this page then sees the row change, and gets the record at any later
    // time.
    if (this.#dice.chance(0.5)) this.#post(accepted)
  }

  #shown = (target: number): LiveMessage => {
    const record = this.#board.find(({ userId }) => userId === target)
    if (!record) throw new Error(`Nobody ${target} is on the board.`)
    const own = this.#rows.filter((row) => isOf(target, row))
    return this.#rule.view(record, own)
  }

  /**
   * Checks each screen. Knows only the taps, what the device was told of them and what each revision said, but not the
   * rule.
   */
  #look = () => {
    for (const target of TARGETS) {
      const said = this.#shown(target).customMessage
      const last = this.#rows.findLast((row) => isOf(target, row) && row.state !== 'rejected')
      const isRight =
        last?.state === 'pending'
          ? said === last.key
          : (this.server.madeAt.get(said) ?? 0) >= (this.#floor.get(target) ?? 0)
      if (!isRight && !this.#wrong.has(target)) this.reverts++
      if (isRight) this.#wrong.delete(target)
      else this.#wrong.add(target)
      if (last?.state !== 'pending') this.#raise(target, this.server.madeAt.get(said) ?? 0)
    }
  }

  #raise = (target: number, rev: number) => this.#floor.set(target, Math.max(this.#floor.get(target) ?? 0, rev))

  /** Sends and delivers everything, however late, and in the end fetches the board once more. */
  #settle = () => {
    while (this.#mail.length > 0 || this.#rows.some(({ state }) => state === 'pending')) {
      this.#send()
      this.#deliver()
      this.#look()
    }
    this.#hear(this.server.board())
    this.#look()
  }
}

/** Makes a row whose key is also its message, so that a screen shows which tap it is. */
const rowOf = (seq: number, key: string, target: number, body: Partial<LiveMessage>): Row => ({
  ...NEW_ROW,
  seq,
  v: 1,
  key,
  userId: 1,
  entity: `break:${target}`,
  target: `break:${target}`,
  kind: 'break.set',
  call: 'PUT /api/onbreak/update/:id/',
  params: { id: target },
  body,
  occurredAt: '2026-03-02T10:00:00.000Z',
  state: 'pending',
})

function play(runs: number, rule: Rule) {
  const sum = { taps: 0, replaced: 0, reverts: 0, astray: 0 }
  /** The first few failing seeds, to be replayed. */
  const seeds: number[] = []
  for (let seed = 1; seed <= runs; seed++) {
    const run = new Run(seed, rule).play()
    sum.taps += run.taps
    sum.replaced += run.replaced
    sum.reverts += run.reverts
    sum.astray += run.isAstray ? 1 : 0
    if ((run.reverts > 0 || run.isAstray) && seeds.length < 5) seeds.push(seed)
  }
  return { ...sum, seeds }
}

test('20,000 random orders of taps and answers: no visible revert, and in the end what the server has', () => {
  const { taps, replaced, ...failed } = play(RUNS, OURS)
  expect(failed).toEqual({ reverts: 0, astray: 0, seeds: [] })
  expect(taps).toBeGreaterThan(150_000)
  expect(replaced).toBeGreaterThan(10_000)
  console.info(`${taps} taps, ${replaced} of them into an unsent row: 0 reverts`)
})

const isPending = ({ state }: Row) => state === 'pending'
/** Common approaches, each of which the same seeds must show to be wrong. */
const FAULTS: Readonly<Record<string, Rule>> = {
  'drop the row on 2xx': { ...OURS, view: (record, rows) => OURS.view(record, rows.filter(isPending)) },
  'take whatever record comes': {
    ...OURS,
    merge: (board, frame) =>
      Array.isArray(frame) ? frame : board.map((record) => (record.userId === frame.userId ? frame : record)),
  },
  'fold what waits in another order': { ...OURS, view: (record, rows) => OURS.view(record, [...rows].reverse()) },
  'show what was refused': {
    ...OURS,
    view: (record, rows) => rows.filter(({ state }) => state !== 'acked').reduce(apply, OURS.view(record, rows)),
  },
}
for (const [name, rule] of Object.entries(FAULTS))
  test(`the test has teeth: “${name}” is seen`, () => {
    expect(play(RUNS_OF_A_FAULT, rule).reverts).toBeGreaterThan(100)
  })

test('the test has teeth: “an accepted row stays in front for good” is seen', () => {
  const rule: Rule = {
    ...OURS,
    view: (record, rows) => rows.filter(({ state }) => state !== 'rejected').reduce(apply, record),
  }
  expect(play(RUNS_OF_A_FAULT, rule).astray).toBeGreaterThan(0)
})

const base: LiveMessage = {
  userId: 1,
  userName: 'Ada',
  empType: '',
  status: true,
  breakType: '',
  customMessage: '',
  timeLeft: null,
  rev: 5,
}
const row = (state: Row['state'], ackRev: number | null = null): Row => ({
  ...rowOf(1, 'tap', 1, { status: false }),
  state,
  ackRev,
})

test('folds only rows that the record does not show yet, and otherwise returns the same record', () => {
  const view = (record: LiveMessage, ...rows: Row[]) => overlay(record, rows, apply)
  expect(view(base, row('pending')).status).toBe(false)
  expect(view(base, row('acked', 6)).status).toBe(false)
  for (const done of [row('acked', 5), row('acked', 4), row('acked', null), row('rejected')])
    expect(view(base, done)).toBe(base)
  // On a server that counts no revisions, an accepted change is in the record at once.
  const { rev: _, ...uncounted } = base
  expect(view(uncounted, row('acked', 6))).toBe(uncounted)
  expect(view(uncounted, row('pending')).status).toBe(false)
})
