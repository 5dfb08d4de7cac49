import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { readPage } from './page.ts'

const SCRIPT = 'export const answer = 42\n'.repeat(100)
const SHELL =
  '<!doctype html><meta property="csp-nonce" nonce="n0nce"><script nonce="n0nce">early()</script><script src="/assets/index-abc.js"></script><title>%FOYER_NAME%</title>'
const FILES: Readonly<Record<string, string | Buffer>> = {
  'index.html': SHELL,
  'manifest.webmanifest': '{"name":"%FOYER_NAME%","short_name":"x","start_url":"/"}',
  'sw.js': 'keep([{"revision":"abc123","url":"index.html"},{"revision":"def456","url":"favicon.svg"}])',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/index-abc.js': SCRIPT,
  'assets/index-abc.js.br': brotliCompressSync(SCRIPT),
}

let portal: Portal
let app: FastifyInstance
let root: string
let directory: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'foyer-page-'))
  // Installed below a folder that is named like that of the hashed files.
  directory = join(root, 'assets', 'foyer')
  mkdirSync(join(directory, 'assets'), { recursive: true })
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(directory, name), content)
  for (const [release, name] of [
    ['2026-01-01', 'index-old.js'],
    ['2026-01-01', 'both.js'],
    ['2026-02-01', 'both.js'],
  ] as const) {
    mkdirSync(join(`${directory}-old`, release), { recursive: true })
    writeFileSync(join(`${directory}-old`, release, name), `${SCRIPT}// ${release}`)
  }
  portal = await openPortal()
  const deps = { ...portal.deps, config: { ...portal.deps.config, name: 'Us & “co”' } }
  app = await buildApp(deps, { page: readPage(directory) })
})
afterAll(async () => {
  await app.close()
  await portal.close()
  rmSync(root, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}, method: InjectOptions['method'] = 'GET') =>
  app.inject({ method, url, headers })
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('a changed company name changes the revision of the page in the service worker', async () => {
  const revisions = (body: string) => [...body.matchAll(/"revision":"(\w+)"/g)].map(([, revision]) => revision)
  const worker = await get('/sw.js')
  expect(worker.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(worker.headers['cache-control']).toBe('no-cache')
  const [shell, icon] = revisions(worker.body)
  expect(icon).toBe('def456')

  const renamed = { ...portal.deps, config: { ...portal.deps.config, name: 'Another name' } }
  const other = await buildApp(renamed, { page: readPage(directory) })
  const [otherShell, otherIcon] = revisions((await other.inject('/sw.js')).body)
  await other.close()
  expect(otherIcon).toBe('def456')
  expect(otherShell).not.toBe(shell)
})

test('servers behind one address have the same service worker, whichever ports they listen on', async () => {
  const workerAt = async (port: number) => {
    const config = { ...portal.deps.config, port, livePort: null, liveUrl: 'wss://portal.example.com' }
    const server = await buildApp({ ...portal.deps, config }, { page: readPage(directory) })
    const { body } = await server.inject('/sw.js')
    await server.close()
    return body
  }
  expect(await workerAt(8001)).toBe(await workerAt(8002))
})

describe('the page shell', () => {
  test.each(['/', '/index.html', '/users', '/app/onbreak', '/app/onbreak/7/edit', '/login?redirect=/x', '/%E0%A4%A'])(
    'is returned for a navigation to %s, with the company’s name and no-cache',
    async (url) => {
      const { statusCode, headers, body } = await get(url, HTML)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers['content-security-policy']).toContain("style-src 'self' 'nonce-n0nce'")
      // The shell's own script is allowed by its hash, and no other is: the nonce is the same for everyone.
      const hash = createHash('sha256').update('early()').digest('base64')
      expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
      expect(body).toContain('<title>Us &amp; “co”</title>')
    },
  )

  test('may load and call nothing but what its content security policy lists', async () => {
    const { headers } = await get('/', { ...HTML, host: 'portal.example.com' })
    const hash = createHash('sha256').update('early()').digest('base64')
    expect(String(headers['content-security-policy']).split(';')).toEqual([
      "default-src 'none'",
      `script-src 'self' 'sha256-${hash}'`,
      "style-src 'self' 'nonce-n0nce'",
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "media-src 'self'",
      "font-src 'self'",
      expect.stringMatching(/^connect-src 'self'(?: wss?:\/\/portal\.example\.com(?::\d+)?)+$/),
      "worker-src 'self'",
      'frame-src https:',
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
  })

  test.each<Record<string, string>>([{ accept: '*/*' }, {}])(
    'is returned for a screen’s path to a client that accepts any type (%o)',
    async (headers) => {
      for (const url of ['/app/onbreak', '/app/onbreak/7/edit/', '/login?redirect=/x']) {
        const { statusCode, headers: answered } = await get(url, headers)
        expect([url, statusCode, answered['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8'])
      }
      expect((await get('/app/onbreak', { accept: 'application/json' })).statusCode).toBe(404)
    },
  )

  test('is not returned for requests other than navigations, or under /api', async () => {
    for (const [url, headers] of [
      ['/assets/gone-123.js', { accept: '*/*' }],
      ['/app/some-app', { accept: '*/*' }],
      ['/favicon.ico', { accept: 'image/*' }],
      ['/api/nothing/', HTML],
      ['/api', HTML],
    ] as const) {
      const response = await get(url, headers)
      expect(response.statusCode, url).toBe(404)
      expect(response.json().detail, url).toMatch(/\.$/)
    }
    expect((await get('/users', HTML, 'POST')).statusCode).toBe(404)
  })

  test('is compressed with the requested encoding', async () => {
    const br = await get('/users', { ...HTML, 'accept-encoding': 'gzip, br' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.rawPayload).toString()).toContain('<title>Us &amp;')
    const gzip = await get('/users', { ...HTML, 'accept-encoding': 'gzip' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toContain('<title>Us &amp;')
  })

  test('HEAD answers the status and length of GET without a body', async () => {
    for (const url of ['/', '/sw.js', '/users']) {
      const [got, response] = [await get(url, HTML), await get(url, HTML, 'HEAD')]
      expect(response.statusCode, url).toBe(200)
      expect(response.body).toBe('')
      expect(response.headers['content-length'], url).toBe(got.headers['content-length'])
    }
  })
})

test('the manifest contains the company’s name', async () => {
  const { headers, body } = await get('/manifest.webmanifest')
  expect(headers['content-type']).toContain('application/manifest+json')
  expect(headers['cache-control']).toBe('no-cache')
  expect(JSON.parse(body)).toEqual({ name: 'Us & “co”', short_name: 'Us & “co”', start_url: '/' })
})

describe('static files', () => {
  test('with a hash in their name are immutable in caches, and the others are no-cache', async () => {
    expect((await get('/assets/index-abc.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    for (const url of ['/sw.js', '/favicon.svg'])
      expect((await get(url)).headers['cache-control'], url).toBe('no-cache')
  })

  test('are sent in the form compressed by the build if the client accepts it', async () => {
    const { headers, rawPayload } = await get('/assets/index-abc.js', { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBe('br')
    expect(headers['content-type']).toContain('javascript')
    expect(rawPayload.equals(FILES['assets/index-abc.js.br'] as Buffer)).toBe(true)
    expect((await get('/assets/index-abc.js')).body).toBe(SCRIPT)
  })

  test('of an earlier release are still returned', async () => {
    const { statusCode, headers, body } = await get('/assets/index-old.js')
    expect([statusCode, body]).toEqual([200, `${SCRIPT}// 2026-01-01`])
    expect(headers['content-type']).toMatch(/javascript/)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/assets/both.js')).body).toContain('2026-02-01')
    expect((await get('/assets/2026-01-01')).statusCode).toBe(404)
  })

  test('are still found after a build has moved them while the portal runs', async () => {
    const aside = join(`${directory}-old`, '2026-03-01')
    renameSync(join(directory, 'assets'), aside)
    try {
      const { statusCode, headers, body } = await get('/assets/index-abc.js')
      expect([statusCode, body]).toEqual([200, SCRIPT])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const packed = await get('/assets/index-abc.js', { 'accept-encoding': 'br' })
      expect(packed.rawPayload.equals(FILES['assets/index-abc.js.br'] as Buffer)).toBe(true)
    } finally {
      renameSync(aside, join(directory, 'assets'))
    }
  })

  test('are sent whole for a range out of bounds, and are 412 if If-Match does not match', async () => {
    expect((await get('/assets/index-abc.js', { range: 'bytes=999999-' })).body).toBe(SCRIPT)
    const { statusCode, json } = await get('/assets/index-abc.js', { 'if-match': '"other"' })
    expect([statusCode, json()]).toEqual([412, { detail: 'This is no longer what was asked for.' }])
  })

  test.each(['/../package.json', '/..%2fpackage.json', '/assets/..%2f..%2fpackage.json', '/%00'])(
    'outside the folder are not reachable by %s',
    async (url) => expect((await get(url, { accept: '*/*' })).statusCode).toBeGreaterThanOrEqual(400),
  )
})
