/** How long the heavy calls take on a full SQLite database, over HTTP on the built portal. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listUsers, login, type SessionUser } from '#contract/apps/accounts.ts'
import * as etl from '#contract/apps/etl.ts'
import * as mood from '#contract/apps/mood.ts'
import { getBoard } from '#contract/apps/onbreak.ts'
import { getReport } from '#contract/apps/reporting.ts'
import { type CallDeclaration, callId, fillPath } from '#contract/call.ts'
import { ADMIN, openPortalProcess, type PortalProcess } from '../../tests/e2e/portal-process.ts'
import { median, printTable, quantile, short } from './report.ts'
import { fillRuns } from './runs.ts'

const TIMES = 40
const RUNS = 1_000_000
/** The admin with every permission, and a department manager. */
const INES = { email: 'ines.okafor@foyer.example', password: 'foyer-demo' }
const CELINE = { ...INES, email: 'celine.dubois@foyer.example' }

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

type Asked = readonly [call: CallDeclaration, search?: string, as?: typeof INES]

async function signIn({ url }: PortalProcess, { email, password }: typeof INES): Promise<SessionUser> {
  const response = await fetch(url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password }),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json() as Promise<SessionUser>
}

/** Sends the call `TIMES` times in sequence and returns its figures. */
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
    // The first calls are a warm-up.
    if (time >= 0) took.push(performance.now() - start)
  }
  return {
    call: callId(call) + search,
    'median ms': short(median(took)),
    'p95 ms': short(quantile(took, 0.95)),
    kB: Math.round(bytes / 1_000),
  }
}

async function table(title: string, portal: PortalProcess, who: typeof INES, calls: readonly Asked[]) {
  const rows = []
  for (const call of calls) rows.push(await measured(portal, await signIn(portal, call[2] ?? who), call))
  printTable(title, rows)
}

const ON_A_COMPANY: Readonly<Record<number, readonly Asked[]>> = {
  5000: [[listUsers], [getBoard]],
  1000: [
    [mood.listPeriods],
    [mood.listMoodUsers, '?scope=moodAdmin'],
    [mood.listAllReports],
    [mood.listDeptReports, '', CELINE],
    [getReport, `?from=${day(-364)}&to=${day(0)}`],
    [mood.getMoodTrends, '?scope=moodAdmin'],
  ],
}
async function onACompany(people: string, calls: readonly Asked[]): Promise<void> {
  const company = await openPortalProcess({ args: ['--demo', '--people', people], patienceMs: 300_000 })
  try {
    await table(`Calls with ${people} people and their reports`, company, INES, calls)
  } finally {
    await company.end()
  }
}

async function onManyRuns(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const pipelines = await openPortalProcess({ env: { FOYER_DATA: folder } })
  try {
    await pipelines.stop()
    fillRuns(folder, RUNS)
    await pipelines.start()
    await table(`Calls with ${RUNS.toLocaleString('en')} runs`, pipelines, ADMIN, [
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
}

/** `npm run bench -- calls` */
export async function calls(): Promise<void> {
  for (const [people, asked] of Object.entries(ON_A_COMPANY)) await onACompany(people, asked)
  await onManyRuns()
}
