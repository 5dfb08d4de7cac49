import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import * as accounts from '#contract/apps/accounts.ts'
import { getConfig } from '#contract/apps/portal.ts'
import { buildApp } from '#server/app.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

let portal: Portal
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  ann = await portal.addUser({ name: 'Ann', isAdmin: true })
})
afterEach(() => portal.close())

const ask = (options: InjectOptions) =>
  portal.app.inject({ ...options, headers: { authorization: `Bearer ${ann.token}`, ...options.headers } })
const rename = (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  ask({ method: 'PUT', url: '/api/users/profile/update/', payload, headers })
const as = (token: string) => ({ authorization: `Bearer ${token}` })
const nameNow = async () => (await portal.call(accounts.getProfile, { as: ann.token })).body.name
const bodyOf = (name: unknown) => JSON.stringify({ id: ann.id, name, email: ann.email, password: '' })

describe('paths', () => {
  test('are accepted with and without a trailing slash, without a redirect', async () => {
    for (const url of [
      '/api/users/profile/',
      '/api/users/profile',
      `/api/users/${ann.id}`,
      '/api/health',
      '/api/health/',
      '/api/users?x=1',
    ])
      expect((await ask({ url })).statusCode, url).toBe(200)
    const update = await ask({
      method: 'PUT',
      url: '/api/users/profile/update',
      payload: bodyOf('Anna'),
      headers: { 'content-type': 'application/json' },
    })
    expect(update.json().name).toBe('Anna')
  })

  test('are recognised in a percent-encoded or absolute URL', async () => {
    for (const url of ['/%61pi/users/profile/', 'http://portal.example.com/api/users/profile/'])
      expect((await ask({ url })).statusCode, url).toBe(200)
  })

  test('of no call are answered 404 or 400 with a sentence', async () => {
    for (const url of ['/api', '/api/', '/api/nothing/', '/api/users/profile/more/', '/api/%ff'])
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        const response = await ask({ method, url })
        expect([404, 400], `${method} ${url}`).toContain(response.statusCode)
        expect(response.json().detail).toMatch(/\.$/)
      }
    for (const url of ['/api/nothing/', '/api/openapi-json']) expect((await ask({ url })).statusCode, url).toBe(404)
  })

  test.each([
    ['of a kind that no call takes', 'application/merge-patch+json', '{}'],
    ['that is no JSON', 'application/json', '{'],
    ['that is too large', 'application/json', `"${'x'.repeat(1_100_000)}"`],
  ])('are answered 404 or 405 despite a body %s', async (_, type, payload) => {
    const statusOf = async (method: 'POST' | 'PATCH', url: string) =>
      (await ask({ method, url, payload, headers: { 'content-type': type } })).statusCode
    expect(await statusOf('POST', '/api/nothing/')).toBe(404)
    expect(await statusOf('PATCH', '/api/users/profile/update/')).toBe(405)
    // A call with an id in this place would otherwise match.
    expect(await statusOf('POST', '/api/users/')).toBe(405)
  })

  test.each([
    ['POST', '/api/users/', 'GET, HEAD'],
    ['GET', '/api/users/perms/update/1', 'PUT'],
    ['GET', '/api/users/login/', 'POST'],
    ['GET', '/api/users/myperms', 'PUT'],
    ['GET', '/api/applications/create/', 'POST'],
    ['DELETE', '/api/versions/all/', 'GET, HEAD'],
    ['PUT', '/api/videos/uploads/', 'POST'],
    ['PATCH', '/api/users/profile/update/', 'PUT'],
    ['DELETE', '/api/onbreak/breaktype/', 'GET, POST, HEAD'],
  ] as const)('%s %s is 405 and allows %s', async (method, url, allow) => {
    const { statusCode, headers, json } = await ask({ method, url })
    expect(statusCode).toBe(405)
    expect(String(headers.allow).split(', ').sort()).toEqual(allow.split(', ').sort())
    expect(json().detail).toMatch(/\.$/)
  })

  test('HEAD answers the status and type of GET without a body', async () => {
    const get = await ask({ url: '/api/users/profile/' })
    const head = await ask({ method: 'HEAD', url: '/api/users/profile/' })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
    expect((await portal.app.inject({ method: 'HEAD', url: '/api/users/profile/' })).statusCode).toBe(401)
  })
})

describe('request bodies', () => {
  test('accepts JSON with any characters, and with a charset in the content type', async () => {
    expect((await rename(bodyOf('Zoë 🦊 \\ "x"'))).statusCode).toBe(200)
    expect(await nameNow()).toBe('Zoë 🦊 \\ "x"')
    expect((await rename(bodyOf('Ann'), { 'content-type': 'application/json; charset=utf-8' })).statusCode).toBe(200)
  })

  test.each([
    ['not JSON', '{"name":'],
    ['nothing', ''],
    ['a text', '"Ann"'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a NUL byte', '{"id":ID,"name":"a\\u0000b","email":"a@example.com"}'],
    ['half a surrogate pair', '{"id":ID,"name":"a\\ud800b","email":"a@example.com"}'],
    ['a NUL byte in a key', '{"id":ID,"name":"Eve","email":"a@example.com","\\u0000":1}'],
    ['__proto__', '{"id":ID,"name":"Eve","email":"a@example.com","__proto__":{"isAdmin":true}}'],
    ['constructor.prototype', '{"id":ID,"name":"Eve","email":"a@example.com","constructor":{"prototype":{"x":1}}}'],
    ['a field too many', '{"id":ID,"name":"Eve","email":"a@example.com","isAdmin":true}'],
    ['a wrong type', '{"id":"ID","name":"Eve","email":"a@example.com"}'],
    ['a number too large', '{"id":1e999,"name":"Eve","email":"a@example.com"}'],
    ['an id too large', '{"id":9007199254740993,"name":"Eve","email":"a@example.com"}'],
    ['half a number', '{"id":1.5,"name":"Eve","email":"a@example.com"}'],
    ['lists as deep as it is long', `${'['.repeat(400_000)}${']'.repeat(400_000)}`],
    ['objects as deep as it is long', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`],
  ])('%s is 400 and changes nothing', async (_, payload) => {
    const response = await rename(payload.replace('ID', String(ann.id)))
    expect(response.statusCode).toBe(400)
    expect(response.json().detail).toMatch(/\.$/)
    expect(await nameNow()).toBe('Ann')
  })

  test('bytes that are not UTF-8 are 400', async () => {
    const payload = Buffer.concat([
      Buffer.from(`{"id":${ann.id},"email":"a@example.com","name":"`),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ])
    const response = await ask({
      method: 'PUT',
      url: '/api/users/profile/update/',
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect(response.statusCode).toBe(400)
    expect(await nameNow()).toBe('Ann')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'nonsense',
    'multipart/form-data; boundary=x',
  ])('%s is 415', async (type) => {
    const response = await rename(bodyOf('Eve'), { 'content-type': type })
    expect(response.statusCode).toBe(415)
    expect(response.json().detail).toMatch(/\.$/)
    expect(await nameNow()).toBe('Ann')
  })

  test('1 MB is accepted, one byte more is 413', async () => {
    const padded = (length: number) => bodyOf('Anna').padEnd(length, ' ')
    expect((await rename(padded(1_048_576))).statusCode).toBe(200)
    const response = await rename(padded(1_048_577))
    expect(response.statusCode).toBe(413)
    expect(response.json().detail).toMatch(/\.$/)
  })

  test('a call without fields accepts an empty body or {}, and refuses others', async () => {
    const logout = (payload?: object) =>
      portal.call(accounts.logout, { as: ann.token, ...(payload ? { body: payload } : {}) })
    expect((await logout({ all: true })).status).toBe(400)
    expect((await logout({})).status).toBe(204)
  })
})

describe('a list requested with If-None-Match', () => {
  const list = (ifNoneMatch?: string) =>
    ask({ url: accounts.listUsers.path, headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch } })

  test('answers 304 until something has changed', async () => {
    const first = await list()
    const tag = String(first.headers.etag)
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, ` ${tag} ,W/"x"`, '*']) {
      const again = await list(known)
      expect(again.statusCode, known).toBe(304)
      expect(again.body).toBe('')
      expect(again.headers.etag).toBe(tag)
    }
    expect((await list('W/"other"')).statusCode).toBe(200)
    await rename(bodyOf('Anna'))
    const changed = await list(tag)
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(tag)
    expect((await list(String(changed.headers.etag))).statusCode).toBe(304)
  })

  test('answers 401 without a token even if the tag matches', async () => {
    const tag = String((await list()).headers.etag)
    const response = await portal.app.inject({ url: accounts.listUsers.path, headers: { 'if-none-match': tag } })
    expect(response.statusCode).toBe(401)
  })
})

test.skipIf(inject('postgresUrl'))('reads succeed and writes are 503 while the database is read-only', async () => {
  const { db } = portal.deps
  portal.setNow(new Date(Date.now() + 120_000).toISOString())
  await sql`pragma query_only = on`.execute(db)
  try {
    expect((await rename(bodyOf('Anna'))).statusCode).toBe(503)
    expect((await portal.call(accounts.getProfile, { as: ann.token })).body.name).toBe('Ann')
  } finally {
    await sql`pragma query_only = off`.execute(db)
  }
  expect((await rename(bodyOf('Anna'))).statusCode).toBe(200)
})

describe('response headers', () => {
  const policy = async (headers: Record<string, string>) => {
    const response = await portal.app.inject({ url: getConfig.path, headers })
    const directives = String(response.headers['content-security-policy']).split(';')
    return Object.fromEntries(directives.map((each) => [each.trim().split(' ')[0], each.trim().split(' ').slice(1)]))
  }

  test('every path under /api is no-store, including errors and percent-encoded paths', async () => {
    for (const url of [
      getConfig.path,
      '/api/users/profile/',
      '/api/nothing/',
      '/%61pi/config/',
      '/api',
      '/api/users/%E0%A4%A/',
    ])
      expect((await portal.app.inject({ url })).headers['cache-control'], url).toBe('no-store')
  })

  test('every response has the security headers', async () => {
    for (const url of [getConfig.path, '/api/nothing/', '/nothing', '/%E0%A4%A', '/api/users/%E0%A4%A/']) {
      const { headers } = await portal.app.inject({ url })
      expect(headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
      expect(headers).not.toHaveProperty('x-powered-by')
    }
  })

  test('require https behind a trusted proxy only, without subdomains', async () => {
    const app = await buildApp({ ...portal.deps, config: { ...portal.deps.config, trustProxy: 1 } })
    const { headers } = await app.inject({ url: getConfig.path })
    await app.close()
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}$/)
    expect((await portal.app.inject({ url: getConfig.path })).headers).not.toHaveProperty('strict-transport-security')
  })

  test('connect-src allows the live sockets of the requested host', async () => {
    expect((await policy({ host: 'portal.example.com:8000' }))['connect-src']).toEqual([
      "'self'",
      'ws://portal.example.com:8000',
      'wss://portal.example.com:8000',
      'ws://portal.example.com:8001',
      'wss://portal.example.com:8001',
    ])
    expect((await policy({ host: "x.com; script-src 'unsafe-inline'" }))['connect-src']).toEqual(["'self'"])
    // No proxy is trusted here.
    const forged = await policy({ host: 'a.example.com', 'x-forwarded-host': 'evil.example' })
    expect(forged['connect-src']?.join(' ')).not.toContain('evil')
    expect(forged['script-src']).toEqual(["'self'"])
  })

  test('style-src contains the nonce of the built page', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'foyer-page-'))
    const page = {
      directory,
      shell: '<title>%FOYER_NAME%</title>',
      manifest: null,
      worker: null,
      oldFolderOf: () => undefined,
      styleNonce: 'n0nce',
      scriptHashes: ["'sha256-a'"],
    }
    const app = await buildApp({ ...portal.deps, config: { ...portal.deps.config, name: "<Us & co's $$>" } }, { page })
    try {
      const { headers, body } = await app.inject({ url: '/users', headers: { accept: 'text/html' } })
      expect(headers['content-security-policy']).toContain("style-src 'self' 'nonce-n0nce';")
      expect(headers['cache-control']).toBe('no-cache')
      expect(body).toBe('<title>&lt;Us &amp; co&#39;s $$&gt;</title>')
      expect((await app.inject({ url: '/api/nothing', headers: { accept: 'text/html' } })).statusCode).toBe(404)
    } finally {
      await app.close()
      rmSync(directory, { recursive: true })
    }
    expect((await policy({}))['style-src']).toEqual(["'self'"])
  })
})

describe('a server error', () => {
  test('answers 500 with a request id only, and logs no secret', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write: (chunk, _, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const app = await buildApp(portal.deps, { logger: { level: 'trace', stream } })
    try {
      const signIn = {
        method: 'POST' as const,
        url: '/api/users/login/',
        payload: { username: ann.email, password: ann.password },
      }
      const fine = await app.inject(signIn)
      expect(fine.statusCode).toBe(200)
      const ticket = await app.inject({ url: '/api/users/profile/?ticket=secretticket', headers: as(ann.token) })
      expect(ticket.statusCode).toBe(200)
      await portal.deps.db.destroy()
      for (const options of [
        signIn,
        { url: '/api/users/profile/', headers: as(ann.token) },
        { url: '/api/applications/1' },
      ]) {
        const { statusCode, body, headers } = await app.inject(options)
        expect(statusCode).toBe(500)
        expect(JSON.parse(body)).toEqual({
          detail: expect.stringMatching(/^Something went wrong on our side \(request [\w-]+\)\.$/),
        })
        expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
        const id = /request ([\w-]+)/.exec(body)?.[1] ?? ''
        expect(lines.some((line) => line.includes(`"${id}"`) && line.includes('fault'))).toBe(true)
      }
      for (const secret of [ann.password, ann.token, fine.json().token, 'secretticket'])
        expect(lines.join('')).not.toContain(secret)
    } finally {
      await app.close()
    }
  })
})
