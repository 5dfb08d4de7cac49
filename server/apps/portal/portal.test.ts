import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getConfig, getHealth, getOpenApi, getStatus } from '#contract/apps/portal.ts'
import { callId } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { backUp } from '#server/db/backup.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal({ config: { name: 'Foyer & <Friends>', livePort: 8001, port: 8000 } })
})
afterEach(() => portal.close())

describe('GET /api/config/', () => {
  const ask = async (host: string) => (await portal.call(getConfig, { headers: { host } })).body

  test('returns what the page needs before sign-in', async () => {
    expect(await ask('portal.example.com')).toEqual({
      name: 'Foyer & <Friends>',
      register: portal.deps.config.register.mode,
      livePort: 8001,
      version: portal.deps.config.version,
      timeZone: portal.deps.config.timeZone,
    })
  })

  test('returns the port of the live socket for the requested host', async () => {
    expect((await ask('localhost:8000')).livePort).toBe(8000)
    expect((await ask('[::1]:8000')).livePort).toBe(8000)
    expect((await ask('192.168.1.7:8000')).livePort).toBe(8001)
  })
})

test('GET /api/health answers ok', async () => {
  expect(await portal.call(getHealth, {})).toMatchObject({ status: 200, body: { status: 'ok' } })
})

describe('the OpenAPI document', () => {
  type Operation = { security: object[]; responses: Record<string, object>; summary: string; requestBody?: object }
  const read = async (): Promise<Record<string, Record<string, Operation>>> => {
    const boss = await portal.addUser({ isAdmin: true })
    const { body } = await portal.call(getOpenApi, { as: boss.token })
    expect(body).toMatchObject({ openapi: '3.1.0' })
    return (body as { paths: Record<string, Record<string, Operation>> }).paths
  }

  test('describes every declared call and no other', async () => {
    const paths = await read()
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(described.sort()).toEqual(calls.map(callId).sort())
  })

  test('describes a call’s permission, parameters, body and responses', async () => {
    const paths = await read()
    expect(paths['/api/onbreak/update/{id}/']?.put).toMatchObject({
      security: [{ session: [] }],
      'x-who': 'onbreak_admin',
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'Occurred-At', in: 'header' })]),
      requestBody: {
        content: { 'application/json': { schema: { type: 'object', properties: { status: { type: 'boolean' } } } } },
      },
      responses: { 200: {}, 400: {}, 401: {}, 403: {}, 404: {}, 409: {}, 415: {}, 422: {}, 503: {} },
    })
    expect(paths['/api/users/login/']?.post).toMatchObject({ security: [], responses: { 401: {}, 429: {} } })
    expect(paths['/api/users/register/']?.post).toMatchObject({ responses: { 403: {} } })
    expect(Object.keys(paths['/api/health']?.get?.responses ?? {})).toEqual(['200', '400', '503'])
    expect(Object.keys(paths['/api/onbreak/create/{id}/']?.post?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '201']),
    )
  })

  test('lists the statuses 400, 404 and 415 for calls that answer them', async () => {
    const paths = await read()
    const boss = await portal.addUser({ isAdmin: true })
    const send = async (
      method: 'GET' | 'POST' | 'DELETE',
      url: string,
      headers: Record<string, string>,
      payload?: string,
    ) => {
      const own = { authorization: `Bearer ${boss.token}`, ...headers }
      const { statusCode } = await portal.app.inject({ method, url, headers: own, ...(payload ? { payload } : {}) })
      return String(statusCode)
    }
    const told = (method: string, path: string) => Object.keys(paths[path]?.[method]?.responses ?? {})
    const json = { 'content-type': 'application/json' }
    const form = { 'content-type': 'multipart/form-data; boundary=x' }
    const part = (name: string, value: string) => `--x\r\ncontent-disposition: form-data; ${name}\r\n\r\n${value}\r\n`
    const upload = `${part('name="application_id"', '999')}${part('name="image"; filename="a"', 'x')}--x--\r\n`
    const refused = [
      ['get', '/api/users/profile/', await send('GET', '/api/users/profile/?x=%00', {})],
      ['post', '/api/versions/', await send('POST', '/api/versions/', json, '{"title":""}')],
      ['post', '/api/versions/', await send('POST', '/api/versions/', { 'content-type': 'text/plain' }, 'x')],
      ['delete', '/api/versions/{id}/', await send('DELETE', '/api/versions/1/', { 'idempotency-key': 'x' })],
      ['post', '/api/applications/upload/', await send('POST', '/api/applications/upload/', form, upload)],
    ] as const
    expect(refused.map(([, , status]) => status)).toEqual(['400', '400', '415', '400', '404'])
    for (const [method, path, status] of refused) expect(told(method, path), `${method} ${path}`).toContain(status)
  })

  test('describes query parameters and form fields', async () => {
    const paths = await read()
    expect(paths['/api/etl/action/']?.get).toMatchObject({
      parameters: expect.arrayContaining([
        { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1 } },
      ]),
    })
    expect(paths['/api/applications/upload/']?.post?.requestBody).toMatchObject({
      content: { 'multipart/form-data': { schema: { required: ['image', 'application_id'] } } },
    })
  })
})

test('the status reports database, live sockets, users and backup', async () => {
  const boss = await portal.addUser({ isAdmin: true })
  const { status, body } = await portal.call(getStatus, { as: boss.token })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    database: { kind: portal.deps.dialect },
    live: { sockets: 0, behind: 0 },
    lastBackup: null,
  })
  expect(body.database.bytes).toBeGreaterThan(0)
  expect(body.users).toBe(await countUsers())
  // The database is in memory, or on another machine.
  expect(body.diskFree).toBeNull()
})

test('the status and the metrics report free disk space and the last backup of a database file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-status-'))
  const onDisk = await openPortal({ databaseUrl: join(folder, 'foyer.sqlite') })
  const boss = await onDisk.addUser({ isAdmin: true })
  const { body } = await onDisk.call(getStatus, { as: boss.token })
  expect(body.diskFree).toBeGreaterThan(0)
  const metrics = async () => (await onDisk.app.inject({ url: '/metrics' })).body
  expect(await metrics()).toMatch(/^foyer_disk_free_bytes [1-9]/m)
  expect(await metrics()).not.toMatch(/^foyer_last_backup_timestamp_seconds \d/m)
  const now = onDisk.deps.clock()
  await backUp(onDisk.deps, now)
  const seconds = Math.floor(Date.parse(now) / 1000)
  expect(await metrics()).toContain(`\nfoyer_last_backup_timestamp_seconds ${seconds}\n`)
  await onDisk.close()
  rmSync(folder, { recursive: true })
})

const countUsers = async () => (await portal.deps.db.selectFrom('user').select('id').execute()).length

describe('the server-rendered page', () => {
  test.each(['/app/api-docs', '/app/server-status', '/app/api-docs/'])(
    '%s has the security headers, the escaped company name, no inline code and existing assets',
    async (url) => {
      const page = await portal.app.inject({ url, headers: { accept: 'text/html' } })
      expect(page.statusCode).toBe(200)
      expect(page.headers['content-type']).toMatch(/^text\/html/)
      expect(page.headers['cache-control']).toBe('no-cache')
      expect(page.headers['content-security-policy']).toMatch(/script-src 'self'/)
      expect(page.body).toContain('Foyer &amp; &lt;Friends&gt;')
      expect(page.body).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|style=/)
      const assets = [...page.body.matchAll(/(?:src|href)="(\/server-pages\/[^"]+)"/g)].map(([, path]) => path ?? '')
      expect(assets).toHaveLength(2)
      for (const asset of assets) expect(existsSync(join('public', asset)), asset).toBe(true)
    },
  )
})

describe('metrics', () => {
  test('are returned only to direct requests from this machine', async () => {
    const here = await portal.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    expect(here.statusCode).toBe(200)
    expect(here.body).toMatch(/^foyer_live_sockets 0$/m)
    expect(here.body).not.toMatch(/^foyer_disk_free_bytes \d/m)
    for (const from of [
      { remoteAddress: '192.168.1.7' },
      { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '127.0.0.1' } },
      { remoteAddress: '127.0.0.1', headers: { 'x-real-ip': '192.168.1.7' } },
      { remoteAddress: '127.0.0.1', headers: { via: '1.1 proxy' } },
      { remoteAddress: '127.0.0.1', headers: { host: 'rebound.example:8000' } },
    ])
      expect((await portal.app.inject({ url: '/metrics', ...from })).statusCode).toBe(404)
  })
})
