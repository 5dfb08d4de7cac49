/** Starts a server as a process of its own, measures its start and memory, and stops it. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settingsOf } from '../../tests/e2e/portal-process.ts'
import { freePort } from '../../tests/free-port.ts'
import { Connection, requestOf } from './http-client.ts'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const PATIENCE_MS = 120_000

export interface Server {
  readonly port: number
  readonly url: string
  /** Time from the start of the process to the first successful health check. */
  readonly startedInMs: number
  /** Returns the resident memory in MB, read from Linux's `/proc`; NaN on other systems. */
  memory(): number
  stop(): Promise<void>
}

async function isHealthy(port: number, path: string): Promise<boolean> {
  try {
    const connection = await Connection.open(port)
    const { status } = await connection.ask(requestOf('GET', path))
    connection.close()
    return status === 200
  } catch {
    return false
  }
}

function memoryOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024
  } catch {
    return Number.NaN
  }
}

interface Program {
  readonly args: readonly string[]
  readonly health: string
  readonly env: (port: number) => Readonly<Record<string, string>>
}

async function launch({ args, health, env }: Program): Promise<Server> {
  const port = await freePort()
  const begin = performance.now()
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env(port) },
    // It writes its log, as in production, but nobody reads it.
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (!(await isHealthy(port, health))) {
    if (child.exitCode !== null || performance.now() - begin > PATIENCE_MS)
      throw new Error(`${args.join(' ')} did not open.`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return {
    port,
    url: `http://localhost:${port}`,
    startedInMs: performance.now() - begin,
    memory: () => memoryOf(child.pid),
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Starts the built portal with this data folder. */
export const startPortal = (
  folder: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
): Promise<Server> =>
  launch({
    args: [join(root, 'dist-server', 'main.js'), ...args],
    health: '/api/health/',
    env: (port) => ({ ...settingsOf(port, folder), ...env }),
  })

/** Starts the floor (`floors/bare.mjs`): Node and SQLite with nothing in between. */
export const startBare = (file: string, people: number): Promise<Server> =>
  launch({
    args: [join(root, 'scripts', 'bench', 'floors', 'bare.mjs')],
    health: '/health',
    env: (port) => ({ PORT: String(port), FILE: file, PEOPLE: String(people) }),
  })
