import { expect, test } from 'vitest'
import { genuineOnly } from './genuine-only.ts'

const CAPTIVE = '<html><title>Welcome to our network</title></html>'
const SHELL = '<html><meta name="application-name" content="Foyer" /></html>'
const genuine = genuineOnly(new Set(['/index.html', '/assets/main-1a2b.js', '/assets/main-3c4d.css']))
const may = async (path: string, body: string, type: string, status = 200) => {
  const response = new Response(body, { status, headers: { 'content-type': type } })
  const request = new Request(`http://portal.test${path}`)
  return (await genuine.cacheWillUpdate?.({ request, response, event: {} as never })) === response
}

test('caches only genuine files, and no page of something in between', async () => {
  expect(await may('/assets/main-1a2b.js', 'export {}', 'text/javascript')).toBe(true)
  expect(await may('/assets/main-1a2b.js', CAPTIVE, 'text/html')).toBe(false)
  expect(await may('/assets/main-1a2b.js', 'busy', 'text/plain', 503)).toBe(false)
  expect(await may('/index.html', SHELL, 'text/html; charset=utf-8')).toBe(true)
  expect(await may('/index.html', CAPTIVE, 'text/html')).toBe(false)
})

test('caches the page of this release alone: another server may still be of the one before', async () => {
  const pageWith = (code: string) => SHELL.replace('</html>', `<script src="/assets/${code}"></script></html>`)
  expect(await may('/index.html', pageWith('main-1a2b.js'), 'text/html')).toBe(true)
  expect(await may('/index.html', pageWith('main-0f0f.js'), 'text/html')).toBe(false)
})
