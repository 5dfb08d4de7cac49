import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createApplication,
  deleteApplication,
  updateApplication,
  uploadApplicationImage,
} from '#contract/apps/applications.ts'
import { bodyOf, FORM_TYPE } from '#tests/form.ts'
import { KINDS } from '#tests/pictures.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { sha256 } from '../../http/secrets.ts'
import { findImage, purgeImages } from './images.ts'

const HOUR = 3_600_000
const NOON = Date.parse('2026-03-05T12:00:00.000Z')
const at = (hours: number) => new Date(NOON + hours * HOUR).toISOString()

let portal: Portal
let token: string
let id: number
beforeEach(async () => {
  portal = await openPortal()
  token = (await portal.addUser({ isAdmin: true })).token
  portal.setNow(at(0))
  id = (await portal.call(createApplication, { as: token })).body._id
})
afterEach(() => portal.close())

async function upload(file: Buffer): Promise<string> {
  const response = await portal.app.inject({
    method: 'POST',
    url: uploadApplicationImage.path,
    headers: { authorization: `Bearer ${token}`, 'content-type': FORM_TYPE },
    payload: bodyOf([
      { name: 'image', filename: 'x', body: file },
      { name: 'application_id', body: String(id) },
    ]),
  })
  expect(response.statusCode).toBe(200)
  return response.json()
}
const setImage = (image: string) =>
  portal.call(updateApplication, {
    as: token,
    params: { id },
    body: { name: 'Wiki', urlslug: 'wiki', image, category: '', description: '' },
  })
const read = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  portal.app.inject({ method, url, headers })

describe('an image', () => {
  test('is served without a token, as WebP, cacheable for ever and with restrictive headers', async () => {
    const path = await upload(await KINDS.png())
    const { statusCode, headers, rawPayload } = await read(path, { 'accept-encoding': 'br, gzip' })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers).not.toHaveProperty('set-cookie')
    expect(rawPayload.subarray(8, 12).toString()).toBe('WEBP')
    const kept = await findImage(portal.deps.db, path.replace('/media/', ''))
    expect(Buffer.isBuffer(kept?.bytes)).toBe(true)
    expect(rawPayload.equals(kept?.bytes ?? Buffer.alloc(0))).toBe(true)
  })

  test('is sent without a body for a matching ETag and for HEAD', async () => {
    const path = await upload(await KINDS.png())
    const { headers } = await read(path)
    for (const tag of [String(headers.etag), `"x", ${headers.etag}`, `W/${headers.etag}`, '*']) {
      const again = await read(path, { 'if-none-match': tag })
      expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, headers.etag])
      expect(again.headers['cache-control']).toContain('immutable')
    }
    expect((await read(path, { 'if-none-match': '"x"' })).statusCode).toBe(200)
    const head = await read(path, {}, 'HEAD')
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
    expect(head.headers).toMatchObject({ 'content-type': 'image/webp', 'content-length': headers['content-length'] })
  })

  test.each([
    '/media/',
    '/media/x',
    `/media/${'a'.repeat(64)}.webp`,
    `/media/${'a'.repeat(5_000)}`,
    '/media/../package.json',
    '/media/..%2fpackage.json',
    '/media/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/media/..\\..\\x',
    '/media//etc/passwd',
    '/media/%00',
    "/media/' or 1=1 --",
    '/media/constructor',
  ])('is not found at %s', async (url) => {
    for (const accept of ['*/*', 'text/html']) {
      const { statusCode, body, headers: answered } = await read(url.replaceAll(' ', '%20'), { accept })
      expect(statusCode, body).toBe(404)
      expect(JSON.parse(body).detail).toMatch(/\.$/)
      expect(answered['cache-control'] ?? '').not.toContain('immutable')
    }
  })

  test('is found only under its exact name', async () => {
    const path = await upload(await KINDS.png())
    for (const wrong of [path.toUpperCase(), `${path}.png`, path.replace('webp', 'png'), `${path}%00`])
      expect((await read(wrong)).statusCode, wrong).toBe(404)
    expect((await read(`${path}?v=1`)).statusCode).toBe(200)
    expect((await portal.app.inject({ method: 'DELETE', url: path })).statusCode).toBe(404)
  })

  test('that was stored under its hash is still served and can be set', async () => {
    const bytes = Buffer.from('an older one')
    const name = `${sha256('an older one')}.webp`
    await portal.deps.db
      .insertInto('image')
      .values({ name, type: 'image/webp', bytes, used_at: at(0) })
      .execute()
    const { statusCode, rawPayload, headers } = await read(`/media/${name}`)
    expect([statusCode, rawPayload.equals(bytes), headers.etag]).toEqual([200, true, `"${name}"`])
    expect((await setImage(`/media/${name}`)).status).toBe(200)
  })

  test('is set on the application by the update, not by the upload', async () => {
    const path = await upload(await KINDS.png())
    const read = () => portal.deps.db.selectFrom('application').select('image').where('id', '=', id).executeTakeFirst()
    expect(await read()).toEqual({ image: '' })
    expect((await setImage(path)).body.image).toBe(path)
    expect(await read()).toEqual({ image: path })
  })
})

describe('an unused image', () => {
  const isThere = async (path: string) => (await read(path)).statusCode === 200
  const purgeAt = (hours: number) => purgeImages(portal.deps.db, at(hours))

  test('is deleted after a day, and one that an application shows is kept', async () => {
    const [used, unused] = [await upload(await KINDS.png()), await upload(await KINDS.png())]
    await setImage(used)
    await purgeAt(24)
    expect([await isThere(used), await isThere(unused)]).toEqual([true, true])
    await purgeAt(24.01)
    expect([await isThere(used), await isThere(unused)]).toEqual([true, false])
    await purgeAt(24 * 365)
    expect(await isThere(used)).toBe(true)
  })

  test('is kept for a day after it was removed from the application, then deleted and refused', async () => {
    const path = await upload(await KINDS.png())
    portal.setNow(at(20))
    await setImage(path)
    portal.setNow(at(43))
    await setImage('')
    await purgeAt(66)
    expect(await isThere(path)).toBe(true)
    await purgeAt(67.01)
    expect(await isThere(path)).toBe(false)
    expect((await setImage(path)).status).toBe(400)
  })

  test('is kept for a day after another image replaced it or its application was deleted', async () => {
    const [first, second] = [await upload(await KINDS.png()), await upload(await KINDS.png())]
    await setImage(first)
    portal.setNow(at(100))
    expect((await setImage(second)).status).toBe(200)
    await purgeAt(123)
    expect(await isThere(first)).toBe(true)
    await purgeAt(124.01)
    expect([await isThere(first), await isThere(second)]).toEqual([false, true])
    portal.setNow(at(200))
    expect((await portal.call(deleteApplication, { as: token, params: { id } })).status).toBe(204)
    await purgeAt(223)
    expect(await isThere(second)).toBe(true)
    await purgeAt(224.01)
    expect(await isThere(second)).toBe(false)
  })

  test('set on an application at the moment of the purge is either kept, or deleted and refused', async () => {
    for (let round = 0; round < 5; round++) {
      const path = await upload(await KINDS.png())
      portal.setNow(at(30 * (round + 1)))
      const [{ status }] = await Promise.all([setImage(path), purgeImages(portal.deps.db, portal.deps.clock())])
      expect(await isThere(path)).toBe(status === 200)
      await setImage('')
    }
  })
})
