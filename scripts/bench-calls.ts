/**
 * `npm run bench:calls`: how long the heavy calls take on a full database, over HTTP on the built portal, SQLite.
 * Prints a table for the README; asserts nothing, since absolute times are the machine's.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { listUsers, login, type SessionUser } from '#contract/apps/accounts.ts'
import * as etl from '#contract/apps/etl.ts'
import * as mood from '#contract/apps/mood.ts'
import { getBoard } from '#contract/apps/onbreak.ts'
import { type CallDeclaration, callId, fillPath } from '#contract/call.ts'
import { ADMIN, openPortalProcess, type PortalProcess } from '../tests/e2e/portal-process.ts'

const TIMES = 40
const RUNS = 1_000_000
const INES = { email: 'ines.okafor@foyer.example', password: 'foyer-demo' }

type Asked = readonly [call: CallDeclaration, search?: string]

const quantile = (values: readonly number[], part: number) => {
  const sorted = values.toSorted((a, b) => a - b)
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN).toFixed(1))
}

async function signIn({ url }: PortalProcess, { email, password }: typeof INES): Promise<SessionUser> {
  const response = await fetch(url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password }),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json() as Promise<SessionUser>
}

/** One after the other, as one impatient person would. */
async function measured({ url }: PortalProcess, { token }: SessionUser, [call, search = '']: Asked) {
  const took: number[] = []
  let bytes = 0
  for (let time = -3; time < TIMES; time++) {
    const start = performance.now()
    const response = await fetch(`${url}${fillPath(call.path, {})}${search}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    bytes = (await response.arrayBuffer()).byteLength
    if (!response.ok) throw new Error(`${callId(call)}: ${response.status}`)
    // The first ones warm up.
    if (time >= 0) took.push(performance.now() - start)
  }
  return {
    call: callId(call) + search,
    'median ms': quantile(took, 0.5),
    'p95 ms': quantile(took, 0.95),
    kB: Math.round(bytes / 1_000),
  }
}

async function table(portal: PortalProcess, who: typeof INES, calls: readonly Asked[]): Promise<void> {
  const me = await signIn(portal, who)
  const rows = []
  for (const call of calls) rows.push(await measured(portal, me, call))
  console.table(rows)
}

/** A million runs of 200 tasks over 90 days, one in twelve failed, half of those amended. */
function fillRuns(folder: string): void {
  const db = new Database(join(folder, 'foyer.sqlite'))
  const now = Date.now()
  db.pragma('synchronous = OFF')
  db.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 20)
      insert into etl_source (id, name) select i, 'source ' || i from n;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 200)
      insert into etl_task (id, source_id, name) select i, 1 + i % 20, 'task ' || i from n;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 200)
      insert into etl_table (id, source_id, name, named_on) select i, 1 + i % 20, 'table ' || i, '2026-01-01' from n;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${RUNS})
      insert into etl_run (run_key, task_id, table_id, created_at, is_successful, is_fixed, heard_at, message)
      select 'run ' || i, 1 + i % 200, 1 + i % 200, at, ok, case when ok = 0 and i % 24 = 0 then 1 else 0 end, at,
        case when ok = 0 then 'Something went wrong in step ' || i else '' end
      from (select i, case when i % 12 = 0 then 0 else 1 end as ok,
        strftime('%Y-%m-%dT%H:%M:%fZ', ${now / 1_000} - (${RUNS} - i) * ${(90 * 86_400) / RUNS}, 'unixepoch') as at from n);
    analyze;
  `)
  db.close()
}

const ON_A_COMPANY: Readonly<Record<number, readonly Asked[]>> = {
  5000: [[listUsers], [getBoard]],
  1000: [
    [mood.listPeriods],
    [mood.listMoodUsers, '?scope=moodAdmin'],
    [mood.listAllReports],
    [mood.getMoodTrends, '?scope=moodAdmin'],
  ],
}
for (const [people, calls] of Object.entries(ON_A_COMPANY)) {
  const company = await openPortalProcess({ args: ['--demo', '--people', people], patienceMs: 300_000 })
  try {
    console.log(`${people} people, 14 weeks of reports`)
    await table(company, INES, calls)
  } finally {
    await company.end()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
const pipelines = await openPortalProcess({ env: { FOYER_DATA: folder } })
try {
  await pipelines.stop()
  fillRuns(folder)
  await pipelines.start()
  console.log(`${RUNS} runs`)
  await table(pipelines, ADMIN, [
    [etl.listRuns],
    [etl.listFailedRuns],
    [etl.getRunSummary],
    [etl.listDataSources],
    [etl.listTables],
  ])
} finally {
  await pipelines.end()
  rmSync(folder, { recursive: true, force: true })
}
