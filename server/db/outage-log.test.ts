/** How the log reports an unreachable database. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { freePort } from '#tests/free-port.ts'
import { endAll, freePorts, launch } from '#tests/process.ts'
import { takeSchema } from '#tests/schemas.ts'
import { createErrorReporter } from './outage-log.ts'

const server = inject('postgresUrl') as string | undefined
afterEach(endAll)

test('an outage is logged at once, then once a minute with the number of failures, and when it ends', () => {
  const told: unknown[] = []
  let now = 0
  const log = { error: (what: unknown) => told.push(what), info: (what: unknown) => told.push(what) }
  const { report, answered } = createErrorReporter(
    () => log,
    () => now,
  )
  const isRefused = Object.assign(new Error(), { code: 'ECONNREFUSED' })
  const refusedFor = (ms: number) => {
    for (const end = now + ms; now < end; now += 500) report(isRefused)
  }
  answered()
  refusedFor(62_000)
  now = 63_400
  answered()
  answered()
  expect(told.splice(0)).toEqual([
    'The database cannot be reached (ECONNREFUSED).',
    'The database cannot be reached for 60 s, 121 times (ECONNREFUSED).',
    'The database answers again, after 63 s.',
  ])
  // A second short outage within a minute is not logged.
  refusedFor(10_000)
  answered()
  expect(told).toEqual([])
  now += 60_000
  report(new Error('Connection terminated unexpectedly'))
  expect(told.splice(0)).toEqual(['The database cannot be reached (Connection terminated unexpectedly).'])
  const fault = new Error('A fault')
  report(fault)
  expect(told).toEqual([{ err: fault }])
})

/** Opens a TCP proxy to the database that can be cut and restored. */
async function lineTo(url: string) {
  const { port, hostname } = new URL(url)
  const sockets = new Set<Socket>()
  const line = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    near.pipe(far).pipe(near)
  })
  const own = await freePort()
  await once(line.listen(own, '127.0.0.1'), 'listening')
  const through = new URL(url)
  through.host = `127.0.0.1:${own}`
  const cut = () => {
    line.close()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return { url: through.href, cut, lay: () => once(line.listen(own, '127.0.0.1'), 'listening') }
}

test.runIf(server)(
  'a portal logs one line when the database goes away, one per call meanwhile and one when it returns',
  async () => {
    const schema = await takeSchema(server ?? '')
    const line = await lineTo(schema.url)
    const folder = mkdtempSync(join(tmpdir(), 'foyer-away-'))
    const ports = await freePorts()
    const { isOpen, out, child, ended } = launch({ FOYER_DATA: folder, FOYER_DATABASE_URL: line.url, ...ports })
    await isOpen
    line.cut()
    await expect.poll(out).toContain('The database cannot be reached')
    const answer = await fetch(`http://127.0.0.1:${ports.FOYER_PORT}/api/users/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ann@example.com', password: 'long enough' }),
    })
    expect(answer.status).toBe(503)
    await line.lay()
    await expect.poll(out).toContain('The database answers again')
    child.kill('SIGTERM')
    await ended
    const lines = out()
      .split('\n')
      .filter((text) => text.startsWith('{'))
    const logged = lines.map((text) => JSON.parse(text) as { msg?: string; level: number; err?: unknown })
    expect(logged.filter(({ msg }) => msg?.includes('database')).map(({ level, msg }) => [level, msg])).toEqual([
      [50, expect.stringMatching(/^The database cannot be reached \(.+\)\.$/)],
      [40, 'The portal cannot reach its database right now. Please try again.'],
      [30, expect.stringMatching(/^The database answers again, after \d+ s\.$/)],
    ])
    expect(logged.filter(({ err }) => err)).toEqual([])
    line.cut()
    rmSync(folder, { recursive: true, force: true })
    schema.release()
  },
)
