/** The built portal as a process, on a port and a data folder of its own: it can be stopped and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getHealth } from '#contract/apps/portal.ts'

const START_MS = 20_000

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

export interface RunningServer {
  readonly url: string
  /** What it has written so far, for the message of a test that fails. */
  output(): string
  stop(): Promise<void>
  /** Again, on the same port and data. */
  start(): Promise<void>
  /** Stops it and throws its data away. */
  end(): Promise<void>
}

async function untilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`The server ended at its start:\n${output()}`)
    const isUp = await fetch(url + getHealth.path).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await pause(50)
  }
  throw new Error(`The server did not answer in ${START_MS} ms:\n${output()}`)
}

/** Starts `dist-server/main.js` with these settings on top of the usual ones. */
export async function startServer(
  settings: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const data = mkdtempSync(join(tmpdir(), 'foyer-e2e-'))
  let child: ChildProcess | null = null
  let written = ''

  const start = async () => {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('FOYER_'))
    child = spawn(process.execPath, ['dist-server/main.js', ...args], {
      env: {
        ...Object.fromEntries(inherited),
        FOYER_HOST: '127.0.0.1',
        FOYER_PORT: String(port),
        FOYER_LIVE_PORT: 'off',
        FOYER_DATA: data,
        FOYER_TIMEZONE: 'Europe/Berlin',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const hear = (chunk: Buffer) => {
      written += chunk.toString()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    await untilHealthy(url, child, () => written)
  }
  const stop = async () => {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGTERM')
    await ended
  }
  await start()
  return {
    url,
    output: () => written,
    stop,
    start,
    end: async () => {
      await stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
