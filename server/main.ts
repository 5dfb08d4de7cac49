/** Process entry point: reads the settings, listens, prints the address, and stops on a signal (wire.md §3). */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ConfigError, configOfProcess, unknownSettings } from './config.ts'
import { seedCompany } from './demo/company.ts'
import type { Deps } from './deps.ts'
import { codeOf } from './lib/error-code.ts'
import { openData } from './open-data.ts'
import { type RunningPortal, start } from './start.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/**
 * Logs through `process.stdout`, as all other output goes. Its errors are ignored: if the log cannot be written, as on a
 * full disk, only the log is lost. No line has a request's headers in it; `redact` is there should one ever get them.
 */
const LOGGER = { redact: ['req.headers.authorization'], level: 'info', stream: process.stdout }
process.stdout.on('error', () => {})
const DEMO_PEOPLE = 60

function readOptions() {
  try {
    return parseArgs({
      options: {
        demo: { type: 'boolean', default: false },
        people: { type: 'string', default: String(DEMO_PEOPLE) },
        migrate: { type: 'boolean', default: false },
        restored: { type: 'boolean', default: false },
        quiet: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return fail(new ConfigError((error as Error).message))
  }
}
const options = readOptions()

const RESTORED = 'The database was restored: every device will take what is in it for the newest.'

const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`)

function fail(error: unknown): never {
  const code = codeOf(error)
  const port = error instanceof Error && 'port' in error ? ` ${error.port}` : ''
  const sentence =
    code === 'EADDRINUSE'
      ? `Port${port} is taken. Set FOYER_PORT (and FOYER_LIVE_PORT) to free ones.`
      : error instanceof ConfigError
        ? error.message
        : error instanceof Error && code === ''
          ? // A bug of the portal: the stack says where it is.
            (error.stack ?? error.message)
          : String(error)
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

async function migrateOnly() {
  const { steps, isRestored, close } = await openData(configOfProcess(version), { isRestored: options.restored })
  await close()
  if (isRestored) say(RESTORED)
  say(steps === 0 ? 'The database is up to date.' : `Migrated: ${steps} step${steps === 1 ? '' : 's'}.`)
}

/**
 * Stops once on the first signal, within 10 s. A start still in progress is finished first, unless it fails; the failure is
 * then what is reported.
 */
function stopOnSignal(starting: Promise<RunningPortal>, after: () => void) {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    const late = () => {
      after()
      process.exit(1)
    }
    setTimeout(late, 9_500).unref()
    const running = await starting.catch(() => null)
    if (!running) return
    await running.stop().finally(after)
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The terminal was closed or its connection was lost.
  process.on('SIGHUP', stop)
}

async function serve() {
  const people = Number(options.people)
  if (options.demo && !(Number.isInteger(people) && people >= 1 && people <= 1_000_000))
    throw new ConfigError(`--people is “${options.people}”: it must be a number of people.`)
  const folder = options.demo ? mkdtempSync(join(tmpdir(), 'foyer-demo-')) : null
  for (const name of unknownSettings()) process.stderr.write(`${name} is no setting of this portal: README.\n`)
  const config = configOfProcess(version, folder ? { FOYER_DATA: folder, FOYER_DATABASE_URL: '' } : {})
  const signIns: string[] = []
  const begin = async (deps: Deps) => {
    if (!folder) return
    const sample = { people, now: deps.clock(), timeZone: config.timeZone }
    const company = await deps.db.transaction().execute((tx) => seedCompany(tx, sample))
    for (const { name, email, password, what } of company.signIns)
      signIns.push(`  ${email}  ${password}  ${name}, ${what}`)
  }
  // Deferred to a microtask, so that the signal handlers are installed before the start begins.
  const starting = Promise.resolve().then(() =>
    start(config, {
      pageDirectory: join(root, 'dist'),
      logger: options.quiet ? false : LOGGER,
      isRestored: options.restored,
      beforeOpening: begin,
    }),
  )
  const clear = () => folder && rmSync(folder, { recursive: true, force: true })
  stopOnSignal(starting, clear)
  const running = await starting.catch((error) => {
    clear()
    throw error
  })

  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  if (running.isRestored) say('', RESTORED)
  if (signIns.length > 0) say('', 'People of the sample company, and how they sign in:', ...signIns)
  if (running.firstAdmin)
    say(
      '',
      `The database is empty. The first admin signs in as ${running.firstAdmin.email}`,
      running.firstAdmin.password
        ? `with the password ${running.firstAdmin.password} (shown this once, to be changed at the first sign-in).`
        : 'with the password of FOYER_ADMIN_PASSWORD.',
    )
  say('', `${config.name} is open at http://${host}:${config.port}`, '')
}

await (options.migrate ? migrateOnly() : serve()).catch(fail)
