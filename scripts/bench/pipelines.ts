/**
 * Pipelines reporting at full rate to a full database: whether events are lost, and how the board's latency suffers.
 */
import { createHash, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { postLineage } from '#contract/apps/etl.ts'
import { lineageEvent } from '../../tests/lineage-event.ts'
import { Connection, requestOf } from './http-client.ts'
import { median, met, printTable, quantile, say, short } from './report.ts'
import { fillRuns } from './runs.ts'
import { openCrowd } from './sockets.ts'
import { portalFolder, portalSubject, type Subject } from './stage.ts'

const RUNS = 300_000
const PEOPLE = 500
const A_SECOND = 500
const SECONDS = 60
const CONNECTIONS = 16
const TICK_MS = 20
/** A portal that has not answered everything by then does not keep up. */
const PATIENCE_MS = SECONDS * 1_500
const CHANGE_EVERY_MS = 250
const BOARD_GOAL_MS = 200
const KEY = 'foyer_bench'
const SOURCE = 'bench'

/** Fills the database with old runs and an API key. */
function fill(folder: string): void {
  fillRuns(folder, RUNS)
  const db = new Database(join(folder, 'foyer.sqlite'))
  db.prepare("insert into etl_key (name, key_hash, prefix, created_at) values ('bench', ?, ?, ?)").run(
    createHash('sha256').update(KEY).digest('hex'),
    KEY,
    new Date().toISOString(),
  )
  db.close()
}

/** Returns the number of stored events: the start and the end of each run. */
function stored(folder: string): number {
  const db = new Database(join(folder, 'foyer.sqlite'), { readonly: true })
  const count = db
    .prepare(
      `select count(started_at) + count(created_at) from etl_run where task_id in
         (select t.id from etl_task t join etl_source s on s.id = t.source_id where s.name = ?)`,
    )
    .pluck()
    .get(SOURCE)
  db.close()
  return Number(count)
}

/** Returns a generator of requests: START and COMPLETE in turn, for runs of fifty tasks. */
function events(): () => Buffer {
  let count = 0
  let run = ''
  return () => {
    const isStart = count % 2 === 0
    if (isStart) run = randomUUID()
    const body = lineageEvent({
      source: SOURCE,
      job: `task ${Math.floor(count / 2) % 50}`,
      run,
      type: isStart ? 'START' : 'COMPLETE',
      time: new Date().toISOString(),
      outputs: [`table ${count % 20}`],
    })
    count += 1
    return requestOf(postLineage.method, postLineage.path, { token: KEY, body })
  }
}

/** Sends events at a fixed rate, however slow the answers are: a due event waits in a queue, and its wait counts. */
async function report(port: number) {
  const open = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)))
  const next = events()
  const due: { request: Buffer; at: number }[] = []
  const took: number[] = []
  let [sent, accepted, isOver] = [0, 0, false]
  const begin = performance.now()
  const timer = setInterval(() => {
    const at = performance.now()
    const until = Math.min(SECONDS, (at - begin) / 1_000) * A_SECOND
    for (; sent < until; sent++) due.push({ request: next(), at })
    if (sent >= SECONDS * A_SECOND) isOver = true
  }, TICK_MS)
  await Promise.all(
    open.map(async (connection) => {
      while ((!isOver || due.length > 0) && performance.now() - begin < PATIENCE_MS) {
        const first = due.shift()
        if (!first) {
          await new Promise((resolve) => setTimeout(resolve, 2))
          continue
        }
        const { status } = await connection.ask(first.request)
        took.push(performance.now() - first.at)
        if (status === postLineage.status) accepted += 1
      }
    }),
  )
  clearInterval(timer)
  const seconds = (performance.now() - begin) / 1_000
  for (const connection of open) connection.close()
  return { sent, accepted, took, seconds }
}

/** Measures the time from one person's change to another's socket, until `isOver` returns true. */
async function watchBoard({ server, change, socketPath }: Subject, isOver: () => boolean): Promise<number[]> {
  const crowd = await openCrowd(server.port, 1, socketPath)
  const connection = await Connection.open(server.port)
  const took: number[] = []
  for (let n = 0; !isOver(); n++) {
    const heard = crowd.heard(1)
    const begin = performance.now()
    await connection.ask(change(n))
    took.push((await heard) - begin)
    await new Promise((resolve) => setTimeout(resolve, CHANGE_EVERY_MS))
  }
  crowd.close()
  connection.close()
  return took
}

/** `npm run bench -- pipelines` */
export async function pipelines(): Promise<void> {
  const folder = await portalFolder(PEOPLE)
  try {
    say(`pipelines: ${RUNS} runs are made`)
    fill(folder)
    const subject = await portalSubject(folder, PEOPLE)
    say(`pipelines: ${A_SECOND} events a second for ${SECONDS} s`)
    let isOver = false
    const board = watchBoard(subject, () => isOver)
    const { sent, accepted, took, seconds } = await report(subject.server.port)
    isOver = true
    const waited = await board
    await subject.server.stop()
    const kept = stored(folder)
    printTable(
      `Pipelines · ${A_SECOND} events a second for ${SECONDS} s, each in a request, beside ${RUNS.toLocaleString('en')} runs`,
      [
        {
          sent,
          accepted,
          stored: kept,
          'a second': short(accepted / seconds),
          'answer, median ms': short(median(took)),
          'p95 ms': short(quantile(took, 0.95)),
          goal: 'none lost',
          met: met(kept === sent && accepted === sent && seconds < SECONDS * 1.05),
        },
      ],
    )
    printTable('The board meanwhile: a tap to another’s socket, ms', [
      {
        median: short(median(waited)),
        p95: short(quantile(waited, 0.95)),
        p99: short(quantile(waited, 0.99)),
        goal: `≤ ${BOARD_GOAL_MS}`,
        met: met(quantile(waited, 0.99) <= BOARD_GOAL_MS),
      },
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
