/**
 * Faults to plant, each an edit of the core's source text, or of the server: with any of them the harness must turn
 * red. A text that is not found exactly once stops the run, so that no fault silently stops being planted.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Rule } from './checker.ts'
import type { Core } from './core.ts'

type File = 'claim' | 'db' | 'drain' | 'drain-context' | 'fate' | 'forget' | 'outbox' | 'overlay' | 'row' | 'sender'

interface Edit {
  readonly file: File
  readonly find: string
  readonly replace: string
}

export interface Fault {
  readonly name: string
  /** A promise that the fault breaks, possibly among others. */
  readonly breaks: Rule
  readonly edits: readonly Edit[]
  /** False: the server forgets its answers. */
  readonly keepsAnswers?: false
  /** A seed that shows the fault where hundreds of others do not; it is tried before them. */
  readonly seed?: number
}

const edit = (file: File, find: string, replace: string): Edit => ({ file, find, replace })
const fault = (name: string, breaks: Rule, ...edits: readonly Edit[]): Fault => ({ name, breaks, edits })

const SETTLE = '    await db.outbox.update(row.seq, columnsAfter(upcast(held), fate, device))\n'
const ACKED = "    case 'acked': {\n"

export const FAULTS: readonly Fault[] = [
  { name: 'the server keeps no answers', breaks: 'doubled', edits: [], keepsAnswers: false },
  fault(
    'the screen first, the disk later',
    'lost',
    edit(
      'outbox',
      'export function enqueue(db: OutboxDb, change: Change, device: Device): Promise<Row> {\n',
      `export function enqueue(db: OutboxDb, change: Change, device: Device): Promise<Row> {
  void write(db, change, device).catch(() => {})
  return Promise.resolve({ ...rowOf(change, device), seq: 0 })
}
function write(db: OutboxDb, change: Change, device: Device): Promise<Row> {\n`,
    ),
  ),
  fault(
    'a 401 throws the row away',
    'lost',
    edit('claim', SETTLE, `    if (fate.is === 'signIn') await db.outbox.delete(row.seq)\n    else ${SETTLE.trim()}\n`),
  ),
  fault('a 401 refuses the row', 'lost', edit('fate', "return status === 401 ? { is: 'signIn' } : {", 'return {')),
  fault('no order within an entity', 'reordered', edit('claim', 'return [...heads.values()]', 'return [...rows]')),
  fault(
    'a sent row is edited under its key',
    'torn',
    edit('outbox', '  seq: earlier.seq,\n', '  seq: earlier.seq,\n  key: earlier.key,\n'),
    edit('outbox', ' &&\n  earlier.attempts === 0', ''),
  ),
  fault(
    'a merged row keeps its key, and a claim is not counted',
    'torn',
    ...[
      edit('outbox', '  seq: earlier.seq,\n', '  seq: earlier.seq,\n  key: earlier.key,\n'),
      edit('claim', 'attempts: row.attempts + 1', 'attempts: row.attempts'),
    ],
  ),
  fault(
    'taps are merged past another one',
    'reordered',
    edit(
      'outbox',
      "findLast(({ state }) => state === 'pending')",
      "findLast(({ state, merges }) => state === 'pending' && merges === row.merges)",
    ),
  ),
  fault(
    'whoever is signed in sends everything',
    'sent as another',
    edit(
      'claim',
      'await pendingOf(db, session.userId, most)',
      "await db.outbox.filter(({ state }) => state === 'pending').toArray()",
    ),
  ),
  fault(
    'everybody sees what waits',
    'leaked',
    edit(
      'outbox',
      "    inState(db, userId, 'pending').toArray(),\n",
      "    db.outbox.filter(({ state }) => state === 'pending').toArray(),\n",
    ),
  ),
  fault('rows go out before the password is changed', 'sent too soon', edit('claim', '!session?.maySend', '!session')),
  fault(
    'an accepted row is deleted at once',
    'reverted',
    edit('claim', SETTLE, `    if (fate.is === 'acked') await db.outbox.delete(row.seq)\n    else ${SETTLE.trim()}\n`),
  ),
  fault(
    'taken out, sent, put back',
    'lost',
    edit('claim', '    await db.outbox.put(tried)\n', '    await db.outbox.delete(row.seq)\n'),
    edit(
      'claim',
      "    if (held?.key !== row.key || held.state !== 'pending') return false\n",
      '    if (held) return false\n    await db.outbox.put(row)\n',
    ),
    edit('claim', 'columnsAfter(upcast(held), fate, device)', 'columnsAfter(upcast(row), fate, device)'),
  ),
  {
    ...fault(
      'an answer settles whatever the row has become',
      'undone',
      edit('claim', "if (held?.key !== row.key || held.state !== 'pending') return false", 'if (!held) return false'),
    ),
    seed: 433,
  },
  fault(
    'no answer ends the row',
    'lost',
    edit(
      'claim',
      "      return { nextAt: pause, lastError: 'unreachable' }\n",
      "      return { state: 'rejected', status: 0, detail: 'No answer.', settledAt: now() }\n",
    ),
  ),
  fault(
    'a 5xx ends the row',
    'lost',
    edit('fate', 'if (status >= 500 || LATER.has(status))', 'if (LATER.has(status))'),
    edit('fate', ' || !isOurs) return', ' || (!isOurs && status < 500)) return'),
  ),
  fault(
    'whatever has status 200 is success',
    'lost',
    edit(
      'fate',
      "error instanceof Problem ? refusal(error) : { is: 'unreachable' }",
      "error instanceof Problem ? refusal(error) : response.ok ? { is: 'acked', answer: null, rev: null, detail: null } : { is: 'unreachable' }",
    ),
  ),
  fault("a proxy's refusal counts", 'lost', edit('fate', ' || !isOurs) return', ') return')),
  fault(
    'a new key for each try',
    'doubled',
    edit('claim', 'const tried = { ...row, attempts:', 'const tried = { ...row, key: crypto.randomUUID(), attempts:'),
  ),
  fault(
    'a wait outlives a clock that is set back',
    'stuck',
    edit('row', '(row.nextAt <= now || row.nextAt > now + MAX_WAIT_MS)', 'row.nextAt <= now'),
  ),
  fault(
    'a refused row vanishes',
    'lost',
    edit(
      'claim',
      SETTLE,
      `    if (fate.is === 'rejected') await db.outbox.delete(row.seq)\n    else ${SETTLE.trim()}\n`,
    ),
  ),
  fault(
    "the person's own last change is forgotten",
    'own conflict',
    edit(
      'outbox',
      'return newest(row.baseRev, ...accepted.map((earlier) => revMadeBy(earlier, row)))',
      'return accepted ? row.baseRev : row.baseRev',
    ),
  ),
  fault(
    'accepted rows go without a trace',
    'own conflict',
    edit('forget', "    if (waiting === 'keep') await rememberOwn(db, await pendingOf(db, userId))\n", ''),
  ),
  fault('a discard takes what was merged in meanwhile', 'lost', edit('outbox', ' && row.key === seen.key', '')),
  fault('an old tray insists on what was merged in', 'unasked', edit('outbox', ' && row.key === seen.key', '')),
  fault('trying again twice makes two', 'doubled', edit('outbox', '    if (done) return done\n', '')),
  fault('old changes go out unasked', 'unasked', edit('row', '  !isStale(row, now) &&', '')),
  fault(
    'what waits is thrown away at sign-out',
    'lost',
    edit('forget', "waiting === 'discard' || isDoneWith(row)", 'row.seq > 0'),
  ),
  fault(
    'changes are shown in the wrong order',
    'reverted',
    edit('overlay', '.reduce(apply, record)', '.reverse().reduce(apply, record)'),
  ),
  fault(
    'a refused change is still shown',
    'reverted',
    edit('overlay', 'if (isPendingAndShown(row))', "if (row.state !== 'acked')"),
  ),
  fault(
    'accepted means the answer is not kept',
    'reverted',
    edit('claim', ACKED, `${ACKED}      if (row.seq > 0) return { state: 'acked', settledAt: now() }\n`),
  ),
  fault(
    'the time of sending is said to be the time of the tap',
    'overwrote',
    edit('row', "'Occurred-At': occurredAt", "'Occurred-At': new Date(now).toISOString()"),
  ),
  fault(
    'nobody hears when it is due',
    'stuck',
    edit('claim', 'next: times.length > 0 ? Math.min(...times) : null', 'next: null'),
  ),
  fault('no timer for what is due later', 'stuck', edit('sender', 'sendIn(outcome.next - now())', 'stopTimer()')),
  fault('a page sends once, and never again', 'stuck', edit('sender', '      sending = null\n', '')),
  fault(
    'the token of whoever came first',
    'sent as another',
    edit('claim', 'token: session.token,', 'token: (first ??= session.token),'),
    edit('claim', 'const SECOND_MS', 'let first: string | undefined\nconst SECOND_MS'),
  ),
]

const CORE: readonly File[] = [
  'claim',
  'db',
  'row',
  'drain-context',
  'fate',
  'outbox',
  'forget',
  'drain',
  'overlay',
  'sender',
]
const SOURCE = new URL('../../../src/offline/', import.meta.url)
/** Where the faulty copies are written; not in git (see .gitignore). */
const PLACE = new URL('./.faults/', import.meta.url)

function planted(source: string, { find, replace }: Edit, name: string): string {
  const [before, after, ...more] = source.split(find)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`“${name}”: this is not in the core exactly once: ${find}`)
  return before + replace + after
}

/** Writes a copy of the core with the fault in it, and loads it. */
export async function plant({ name, edits }: Fault): Promise<Core> {
  const folder = new URL(`${name.replace(/\W+/g, '-')}/`, PLACE)
  await mkdir(folder, { recursive: true })
  for (const file of CORE) {
    const source = await readFile(fileURLToPath(new URL(`${file}.ts`, SOURCE)), 'utf8')
    const copy = edits.filter((one) => one.file === file).reduce((text, one) => planted(text, one, name), source)
    await writeFile(fileURLToPath(new URL(`${file}.ts`, folder)), copy)
  }
  const load = (file: File) =>
    import(/* @vite-ignore */ pathToFileURL(fileURLToPath(new URL(`${file}.ts`, folder))).href)
  const parts = await Promise.all((['db', 'drain', 'forget', 'outbox', 'overlay', 'sender'] as const).map(load))
  return Object.assign({}, ...parts)
}
