/** The portal as a process, on a folder and ports of its own. */
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { endAll, freePorts, launch as launchWith, launchWithFullStdout, occupied } from '#tests/process.ts'

let folder: string
let ports: Awaited<ReturnType<typeof freePorts>>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-start-'))
  ports = await freePorts()
})
afterEach(async () => {
  await endAll()
  rmSync(folder, { recursive: true, force: true })
})

const launch = (environment: Record<string, string> = {}, ...options: string[]) =>
  launchWith({ FOYER_DATA: folder, ...ports, ...environment }, ...options)

/** Launches a server whose start must fail. Returns its exit code and its output. */
async function refused(environment: Record<string, string>) {
  const { ended, out, err } = launch(environment)
  const [code] = await ended
  expect(out()).not.toContain(' is open at ')
  return { code, said: err() }
}

async function call(method: string, path: string, body?: object, token?: string) {
  const response = await fetch(`http://127.0.0.1:${ports.FOYER_PORT}/api${path}`, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}

const passwordIn = (text: string) => /with the password (\S+) \(shown this once/.exec(text)?.[1] ?? ''
const KNOWN = { FOYER_ADMIN_EMAIL: 'boss@example.com', FOYER_ADMIN_PASSWORD: 'known from the start' }
const signIn = (password: string, username = 'admin@foyer.local') =>
  call('POST', '/users/login/', { username, password })

// The process is the same on Postgres, whose database has tests of its own.
describe.skipIf(inject('postgresUrl'))('the portal as a process', { timeout: 120_000 }, () => {
  test('prints the first admin’s password once and requires its change; sessions survive a restart', async () => {
    const first = launch({ FOYER_REGISTRE: 'closed' })
    await first.isOpen
    expect(first.err()).toContain('FOYER_REGISTRE is no setting')
    expect(first.out()).toContain('signs in as admin@foyer.local')
    expect(first.out()).toContain(`Foyer is open at http://127.0.0.1:${ports.FOYER_PORT}`)
    const password = passwordIn(first.out())
    expect(password.length).toBeGreaterThanOrEqual(16)
    const { body: admin } = await signIn(password)
    expect(admin).toMatchObject({ isAdmin: true, permissions: { changed_password: false } })
    expect((await call('GET', '/users/', undefined, admin.token)).body).toEqual({
      detail: 'Change your password first.',
    })
    const own = { id: admin.id, name: 'Admin', email: admin.email, password: 'one of my own' }
    expect((await call('PUT', '/users/profile/update/', own, admin.token)).status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.ended).toEqual([0, null])

    const second = launch(KNOWN)
    await second.isOpen
    expect(second.out()).not.toContain('signs in as')
    expect((await call('GET', '/users/', undefined, admin.token)).body).toHaveLength(1)
    expect((await signIn(KNOWN.FOYER_ADMIN_PASSWORD, KNOWN.FOYER_ADMIN_EMAIL)).status).toBe(401)
    for (const secret of [admin.token, 'one of my own', password])
      expect(second.out() + second.err()).not.toContain(secret)
  })

  test('uses a configured admin password without printing it, and closes sockets with 1012 on SIGTERM', async () => {
    const { child, isOpen, ended, out, err } = launch(KNOWN)
    await isOpen
    expect(out()).toContain('signs in as boss@example.com')
    const { body: boss } = await signIn(KNOWN.FOYER_ADMIN_PASSWORD, 'boss@example.com')
    expect(boss.permissions.changed_password).toBe(true)
    const flags = { access_onbreak: true }
    expect((await call('PUT', `/users/perms/update/${boss.id}/`, flags, boss.token)).status).toBe(200)
    const dial = async (port: string) => {
      const { ticket } = (await call('POST', '/onbreak/ticket/', {}, boss.token)).body
      const socket = new WebSocket(`ws://127.0.0.1:${port}/?ticket=${ticket}`)
      await once(socket, 'message')
      return socket
    }
    const sockets = [await dial(ports.FOYER_PORT), await dial(ports.FOYER_LIVE_PORT)]
    const closed = Promise.all(sockets.map((socket) => once(socket, 'close')))
    const asked = performance.now()
    child.kill('SIGTERM')
    expect((await closed).map(([code]) => code)).toEqual([1012, 1012])
    expect(await ended).toEqual([0, null])
    expect(performance.now() - asked).toBeLessThan(10_000)
    expect(out() + err()).not.toContain(KNOWN.FOYER_ADMIN_PASSWORD)
  })

  test('stops after the request in progress, despite an unresponsive socket and a keep-alive connection', async () => {
    const { child, isOpen, ended } = launch(KNOWN)
    await isOpen
    const { body: boss } = await signIn(KNOWN.FOYER_ADMIN_PASSWORD, 'boss@example.com')
    await call('PUT', `/users/perms/update/${boss.id}/`, { access_onbreak: true }, boss.token)
    const dial = async () => {
      const { ticket } = (await call('POST', '/onbreak/ticket/', {}, boss.token)).body
      const socket = new WebSocket(`ws://127.0.0.1:${ports.FOYER_PORT}/?ticket=${ticket}`)
      await once(socket, 'message')
      return socket
    }
    const [sleeps, wakes] = [await dial(), await dial()]
    sleeps.pause()
    const person = {
      name: 'Ann',
      email: 'ann@example.com',
      password: 'long enough',
      isAdmin: false,
      cepEmployee: false,
    }
    const agent = new Agent({ keepAlive: true })
    const asked = request({
      agent,
      port: ports.FOYER_PORT,
      method: 'POST',
      path: '/api/users/registerother/',
      headers: { authorization: `Bearer ${boss.token}`, 'content-type': 'application/json', expect: '100-continue' },
    })
    asked.flushHeaders()
    await once(asked, 'continue')
    const stops = once(wakes, 'close')
    child.kill('SIGTERM')
    await stops
    // The port stays open while work is in progress, so that new requests are refused in the portal's own words.
    const refusal = { status: 503, body: { detail: 'The portal is stopping.' } }
    expect([await call('GET', '/health/'), await call('GET', '/users/', undefined, boss.token)]).toEqual([
      refusal,
      refusal,
    ])
    asked.end(JSON.stringify({ ...person, dept: '' }))
    const [answer] = await once(asked, 'response')
    expect([answer.statusCode, answer.headers.connection]).toEqual([201, 'close'])
    answer.resume()
    expect(await ended).toEqual([0, null])
    agent.destroy()
    sleeps.terminate()
  })

  test('exits with 0 on SIGTERM during the start; the printed password is valid after the next start', async () => {
    const { child, ended, out } = launch()
    await expect.poll(() => existsSync(join(folder, 'foyer.sqlite')), { interval: 5, timeout: 60_000 }).toBe(true)
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    const next = launch()
    await next.isOpen
    expect((await signIn(passwordIn(out()))).status).toBe(200)
  })

  test('answers requests in progress before it stops on SIGHUP', async () => {
    const { child, isOpen, ended } = launch(KNOWN)
    await isOpen
    const body = JSON.stringify({ username: KNOWN.FOYER_ADMIN_EMAIL, password: KNOWN.FOYER_ADMIN_PASSWORD })
    const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' }
    const asked = request({ port: ports.FOYER_PORT, method: 'POST', path: '/api/users/login/', headers })
    asked.flushHeaders()
    await once(asked, 'continue')
    child.kill('SIGHUP')
    await expect.poll(async () => (await call('GET', '/health/')).status).toBe(503)
    asked.end(body)
    const [{ statusCode }] = await once(asked, 'response')
    expect(statusCode).toBe(200)
    expect(await ended).toEqual([0, null])
  })

  test.skipIf(!existsSync('/dev/full'))('keeps serving if its log cannot be written', async () => {
    const { child, ended } = launchWithFullStdout({ FOYER_DATA: folder, ...ports, ...KNOWN })
    await expect
      .poll(() => call('GET', '/health/').catch(() => null), { timeout: 60_000 })
      .toMatchObject({ status: 200 })
    for (let count = 0; count < 20; count++) expect((await call('GET', '/config/')).status).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  test('reports a port that is taken, and prints the first admin’s password at the next start', async () => {
    const { server, port } = await occupied()
    try {
      for (const variable of ['FOYER_PORT', 'FOYER_LIVE_PORT']) {
        const { code, said } = await refused({ [variable]: port })
        expect(code).toBe(1)
        expect(said).toBe(`Port ${port} is taken. Set FOYER_PORT (and FOYER_LIVE_PORT) to free ones.\n`)
      }
    } finally {
      server.close()
    }
    const next = launch()
    await next.isOpen
    expect((await signIn(passwordIn(next.out()))).status).toBe(200)
  })

  test('reports a restore once, whether detected or declared with --restored', async () => {
    const database = join(folder, 'foyer.sqlite')
    const run = async (...options: string[]) => {
      const { child, isOpen, ended, out } = launch({}, '--quiet', ...options)
      await isOpen
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      return out().includes('The database was restored')
    }
    expect(await run()).toBe(false)
    expect(await run('--restored')).toBe(true)
    const [copy = ''] = readdirSync(join(folder, 'backups'))
    copyFileSync(join(folder, 'backups', copy), database)
    expect([await run(), await run()]).toEqual([true, false])
    copyFileSync(join(folder, 'backups', copy), database)
    const migrated = launch({}, '--migrate')
    expect(await migrated.ended).toEqual([0, null])
    expect(migrated.out()).toMatch(/^The database was restored.*\nThe database is up to date\.\n$/)
  })

  test('exits with 1 and one sentence that names the wrong setting or unknown option', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, 'no database')
    const wrong: Record<string, string>[] = [
      { FOYER_PORT: 'http' },
      { FOYER_ADMIN_PASSWORD: 'short' },
      { FOYER_DATA: join(file, 'data') },
      { FOYER_DATA: '/proc/foyer/data' },
      { FOYER_DATABASE_URL: 'postgres://u:hunter22@127.0.0.1:1/x' },
      { FOYER_DATABASE_URL: 'postgres://%zz:hunter22@127.0.0.1:1/x' },
      { FOYER_HOST: '192.0.2.1' },
    ]
    const misspelled = launch({}, '--restore')
    // In parallel: only the last of them gets as far as the data folder.
    const answers = await Promise.all(wrong.map(refused))
    for (const [index, { code, said }] of answers.entries()) {
      expect(code).toBe(1)
      expect(said).toMatch(new RegExp(`^[^\\n]*${Object.keys(wrong[index] ?? {})[0]}[^\\n]*\\.\\n$`))
      expect(said).not.toContain('hunter22')
    }
    expect(await misspelled.ended).toEqual([1, null])
    expect(misspelled.err()).toMatch(/^Unknown option '--restore'[^\n]*\n$/)
  })
})
