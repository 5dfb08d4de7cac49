/** Runs the portal as a process of its own, for tests that stop or kill it. Bundles the sources, so no build is needed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { lockFolder } from '#server/db/folder-lock.ts'
import { freePort } from './free-port.ts'
import { listen } from './listen.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Files and folders that the bundle depends on. */
const SOURCES = ['contract', 'server', 'package.json', 'package-lock.json', 'vite.server.config.ts']

/** Hashes the content of all sources: modification times are wrong after a copy or a checkout. */
function fingerprint(): string {
  const hash = createHash('sha256')
  function add(path: string): void {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else if (!path.endsWith('.test.ts')) hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  }
  for (const source of SOURCES) add(join(root, source))
  return hash.digest('hex')
}

const folder = join(root, 'node_modules', '.cache', 'foyer-server')
const program = join(folder, 'dist-server', 'main.js')
/** Name of the file that holds the fingerprint of the bundled sources. Written last. */
const BUNDLED = 'bundled'

/** Bundles the server as it is shipped: each start from the sources would take four times as long. */
async function bundle(sources: string): Promise<void> {
  const built = await build({
    root,
    configFile: join(root, 'vite.server.config.ts'),
    logLevel: 'error',
    mode: 'production',
    build: { sourcemap: false, write: false },
  })
  // A test file of another run may be starting the bundle: files are replaced by a rename and never half written.
  const put = (name: string, content: string | Uint8Array) => {
    const own = join(folder, `${name}.${process.pid}`)
    writeFileSync(own, content)
    renameSync(own, join(folder, name))
  }
  put('package.json', readFileSync(join(root, 'package.json')))
  for (const { output } of [built].flat() as Rolldown.RolldownOutput[])
    for (const file of output) put(`dist-server/${file.fileName}`, file.type === 'chunk' ? file.code : file.source)
  put(BUNDLED, sources)
}

/** Bundles once for however many test files: the first one bundles while the others wait for the folder's lock. */
async function ensureBundled(): Promise<void> {
  mkdirSync(join(folder, 'dist-server'), { recursive: true })
  const release = await lockFolder(folder, 120_000)
  try {
    const sources = fingerprint()
    const isThere = existsSync(join(folder, BUNDLED)) && readFileSync(join(folder, BUNDLED), 'utf8') === sources
    if (!isThere) await bundle(sources)
  } finally {
    release()
  }
}
await ensureBundled()

const launched: ChildProcess[] = []

export interface PortalProcess {
  readonly child: ChildProcess
  /** Resolves once the portal is open; rejects if the process ends before. */
  readonly isOpen: Promise<void>
  /** The exit code, and the signal that ended the process. */
  readonly ended: Promise<[number | null, string | null]>
  /** The output so far. */
  out(): string
  err(): string
}

/** Listens on a free port; returns the server and the port. */
export async function occupied(): Promise<{ server: Server; port: string }> {
  const server = createServer()
  return { server, port: String(await listen(server)) }
}

/** Returns two different free ports, as settings of the portal. */
export async function freePorts(): Promise<{ FOYER_PORT: string; FOYER_LIVE_PORT: string }> {
  const [first, second] = [await freePort(), await freePort()]
  return first === second ? freePorts() : { FOYER_PORT: String(first), FOYER_LIVE_PORT: String(second) }
}

/** Spawns the server with these settings and no others. The child is the server itself, so signals reach it directly. */
function run(environment: Readonly<Record<string, string>>, options: readonly string[], stdout: 'pipe' | number) {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(FOYER_|VITEST|NODE_ENV)/.test(name)),
  )
  const child = spawn(process.execPath, [program, ...options], {
    cwd: root,
    env: { ...clean, ...environment } as NodeJS.ProcessEnv,
    stdio: ['ignore', stdout, 'pipe'],
  })
  launched.push(child)
  return child
}

/** Starts the portal with a standard output that fails every write, like a full disk. */
export function launchWithFullStdout(environment: Readonly<Record<string, string>>) {
  const full = openSync('/dev/full', 'w')
  const child = run(environment, [], full)
  closeSync(full)
  return { child, ended: once(child, 'close') as PortalProcess['ended'] }
}

/** Starts the portal with these settings and command line options. */
export function launch(environment: Readonly<Record<string, string>>, ...options: string[]): PortalProcess {
  const child = run(environment, options, 'pipe')
  let [out, err] = ['', '']
  const isOpen = new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      out += chunk
      if (out.includes(' is open at ')) resolve()
    })
    child.stderr?.on('data', (chunk) => {
      err += chunk
    })
    child.once('exit', (code) => reject(new Error(`Ended with ${code}: ${err}`)))
  })
  isOpen.catch(() => {})
  const ended = once(child, 'close') as Promise<[number | null, string | null]>
  return { child, isOpen, ended, out: () => out, err: () => err }
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Kills the processes that this test file has launched and that still run. */
export async function endAll(): Promise<void> {
  for (const child of launched.splice(0))
    if (!hasEnded(child)) {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
}
