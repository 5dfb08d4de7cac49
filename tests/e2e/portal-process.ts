/** Runs the built portal as a process of its own, on a free port, with its data in a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const built = join(root, 'dist-server', 'main.js')
const PATIENCE_MS = 60_000

export const ADMIN = { email: 'admin@foyer.local', password: 'opens every door' }

/** Returns the environment of a portal on this port, with its data in this folder. */
export const settingsOf = (port: number, folder: string) => ({
  FOYER_HOST: '127.0.0.1',
  FOYER_PORT: String(port),
  FOYER_LIVE_PORT: 'off',
  FOYER_DATA: folder,
  FOYER_ADMIN_EMAIL: ADMIN.email,
  FOYER_ADMIN_PASSWORD: ADMIN.password,
  FOYER_TIMEZONE: 'Europe/Berlin',
})

export interface PortalProcess {
  readonly url: string
  /** Starts the portal again with the same data on the same port. */
  start(): Promise<void>
  /** Sends SIGTERM, as a restart of the machine does, and waits until the process is gone. */
  stop(): Promise<void>
  /** Stops the portal and deletes its data. */
  end(): Promise<void>
}

async function untilHealthy(url: string, child: ChildProcess, patienceMs: number, said: () => string): Promise<void> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`The portal ended at once:\n${said()}`)
    const answer = await fetch(`${url}/api/health`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The portal did not open within ${patienceMs / 1000} s:\n${said()}`)
}

export interface PortalSettings {
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** The server's code; by default the build of this repository. */
  readonly program?: string
  /** How long the portal may take to open. */
  readonly patienceMs?: number
}

export async function openPortalProcess({
  env = {},
  args = [],
  program = built,
  patienceMs = PATIENCE_MS,
}: PortalSettings = {}): Promise<PortalProcess> {
  if (!existsSync(program)) throw new Error('The portal is not built: npm run build.')
  const folder = mkdtempSync(join(tmpdir(), 'foyer-e2e-'))
  const port = await freePort()
  // `localhost`, as people type it: a service worker is allowed there without https.
  const url = `http://localhost:${port}`
  const settings = { ...settingsOf(port, folder), ...env }
  let child: ChildProcess | null = null

  async function start() {
    let said = ''
    child = spawn(process.execPath, [program, '--quiet', ...args], { env: { PATH: process.env.PATH, ...settings } })
    child.stdout?.on('data', (text) => (said += text))
    child.stderr?.on('data', (text) => (said += text))
    await untilHealthy(url, child, patienceMs, () => said)
  }

  async function stop() {
    const running = child
    child = null
    if (!running || running.exitCode !== null) return
    const gone = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGTERM')
    await gone
  }

  await start()
  return {
    url,
    start,
    stop,
    async end() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
