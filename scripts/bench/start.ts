/** The time from process start to the first answer, and the idle memory. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Server, startBare, startPortal } from './process.ts'
import { against, median, printTable, rounds, say, spread } from './report.ts'
import { portalFolder } from './stage.ts'

const PEOPLE = 500
const ROUNDS = rounds(8)
const IDLE_MS = 1_500

interface Figures {
  readonly ms: number[]
  readonly mb: number[]
}

async function round(into: Figures, started: Promise<Server>): Promise<void> {
  const server = await started
  into.ms.push(server.startedInMs)
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  into.mb.push(server.memory())
  await server.stop()
}

/** `npm run bench -- start` */
export async function start(): Promise<void> {
  const [bare, portal]: [Figures, Figures] = [
    { ms: [], mb: [] },
    { ms: [], mb: [] },
  ]
  const folder = await portalFolder(PEOPLE)
  const bareFolder = mkdtempSync(join(tmpdir(), 'foyer-bare-'))
  try {
    for (let turn = 1; turn <= ROUNDS; turn++) {
      say(`start: round ${turn} of ${ROUNDS}`)
      await round(bare, startBare(join(bareFolder, 'bare.sqlite'), PEOPLE))
      await round(portal, startPortal(folder))
    }
  } finally {
    for (const each of [folder, bareFolder]) rmSync(each, { recursive: true, force: true })
  }
  printTable('Cold start to the first answer, ms; idle memory, MB', [
    { what: 'start, floor', ...spread(bare.ms) },
    { what: 'start, portal', ...spread(portal.ms), ...against(median(portal.ms), median(bare.ms), { most: 2 }) },
    { what: 'memory, floor', ...spread(bare.mb) },
    { what: 'memory, portal', ...spread(portal.mb), ...against(median(portal.mb), median(bare.mb), { most: 1.5 }) },
  ])
}
