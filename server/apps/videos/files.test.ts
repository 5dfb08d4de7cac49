/** Videos with their own file: uploaded in parts, played by a signed address, deleted with the video. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, statSync, utimesSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { logout, updatePermissions } from '#contract/apps/accounts.ts'
import * as calls from '#contract/apps/videos.ts'
import { fillPath } from '#contract/call.ts'
import { purge } from '#server/purge.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { writeWhole } from './files.ts'
import { rangeOf } from './play.ts'

let dataDir: string
let portal: Portal
let boss: TestUser
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  dataDir = portal.deps.config.dataDir
  boss = await portal.addUser({ isAdmin: true })
  ann = await portal.addUser({ flags: { isCEP: true } })
})
afterEach(() => portal.close())

/** Returns the beginning of an MP4 file, followed by distinguishable bytes. */
const mp4 = (size = 1_000) =>
  Buffer.from(Array.from({ length: size }, (_, at) => at % 251)).fill('\0\0\0\x18ftypisom', 0, 12, 'latin1')
const onDisk = () => readdirSync(join(dataDir, 'videos')).sort()

const begin = async (): Promise<string> => (await portal.call(calls.beginVideoUpload, { as: boss.token })).body.upload
async function put(upload: string, offset: number, payload: Buffer, as = boss.token) {
  const answer = await portal.app.inject({
    method: 'PUT',
    url: fillPath(calls.putVideoPart.path, { upload, offset }),
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/octet-stream' },
    payload,
  })
  return { status: answer.statusCode, body: JSON.parse(answer.body) }
}
async function uploaded(bytes: Buffer): Promise<string> {
  const upload = await begin()
  for (let at = 0; at < bytes.length; at += calls.VIDEO_PART_BYTES)
    await put(upload, at, bytes.subarray(at, at + calls.VIDEO_PART_BYTES))
  return upload
}
const add = (body: object) => portal.call(calls.createVideo, { as: boss.token, body })
const addFile = async (bytes: Buffer = mp4()): Promise<calls.Video> =>
  (await add({ title: 'Tour', upload: await uploaded(bytes) })).body
const addressOf = async ({ _id: id }: calls.Video, as = ann.token): Promise<string> =>
  (await portal.call(calls.getVideoAddress, { as, params: { id } })).body.url
const play = (url: string, headers: Record<string, string> = {}) => portal.app.inject({ url, headers })

describe('an upload', () => {
  test('can be used again after the creation of its video failed, but for one video only', async () => {
    const upload = await uploaded(mp4())
    const keyed = { as: boss.token, body: { title: 'Tour', upload }, headers: { 'idempotency-key': randomUUID() } }
    const { schema } = portal.deps.db
    await schema.alterTable('video').renameTo('video_away').execute()
    expect((await portal.call(calls.createVideo, keyed)).status).toBe(500)
    await schema.alterTable('video_away').renameTo('video').execute()
    expect((await portal.call(calls.createVideo, keyed)).status).toBe(201)
    expect((await portal.call(calls.createVideo, keyed)).status).toBe(201)
    expect((await add({ title: 'Once more', upload })).status).toBe(404)
    expect((await portal.call(calls.listVideos, { as: boss.token })).body).toHaveLength(1)
  })

  test('in several parts becomes a video that is played byte for byte', async () => {
    const bytes = mp4(calls.VIDEO_PART_BYTES * 2 + 5)
    const { status, body: video } = await add({ title: 'Tour', upload: await uploaded(bytes) })
    expect(status).toBe(201)
    expect(video).toEqual({
      _id: expect.any(Number),
      title: 'Tour',
      description: '',
      url: '',
      file: { type: 'video/mp4', size: bytes.length },
    })
    expect((await portal.call(calls.listVideos, { as: ann.token })).body).toEqual([video])
    const { statusCode, rawPayload, headers } = await play(await addressOf(video))
    expect(statusCode).toBe(200)
    expect(rawPayload.equals(bytes)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(headers['content-encoding']).toBeUndefined()
  })

  test('resumes at its size: a repeated part is accepted, a part beyond the end is 409', async () => {
    const upload = await begin()
    const bytes = mp4(300)
    expect(await put(upload, 0, bytes.subarray(0, 200))).toEqual({ status: 200, body: { size: 200 } })
    expect(await put(upload, 0, bytes.subarray(0, 200))).toEqual({ status: 200, body: { size: 200 } })
    expect(await put(upload, 201, bytes.subarray(201))).toMatchObject({ status: 409, body: { current: { size: 200 } } })
    expect(await put(upload, 200, bytes.subarray(200))).toEqual({ status: 200, body: { size: 300 } })
    const { body: video } = await add({ title: 'Tour', upload })
    expect((await play(await addressOf(video))).rawPayload.equals(bytes)).toBe(true)
    expect((await put(upload, 300, bytes)).status).toBe(404)
  })

  test('is written completely despite partial writes, and rejected if the disk is full', async () => {
    const disk: number[] = []
    const holds = (most: number) => ({
      write: async (bytes: Buffer, from: number, length: number, at: number) => {
        const taken = [...bytes.subarray(from, from + Math.min(length, 3, most - at))]
        if (taken.length === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        disk.splice(at, taken.length, ...taken)
        return { bytesWritten: taken.length, buffer: bytes }
      },
    })
    const bytes = mp4(20)
    await writeWhole(holds(20) as never, bytes, 0)
    expect(Buffer.from(disk).equals(bytes)).toBe(true)
    await expect(writeWhole(holds(25) as never, bytes, 20)).rejects.toThrow('no space left')
  })

  test('refuses empty parts, parts that are too large and files over 200 MB', async () => {
    const upload = await begin()
    expect((await put(upload, 0, Buffer.alloc(0))).status).toBe(400)
    expect((await put(upload, 0, Buffer.alloc(calls.VIDEO_PART_BYTES + 1))).status).toBe(413)
    // A sparse file: as long as the largest one, without the time to write it.
    await truncate(join(dataDir, 'videos', `${upload}.part`), calls.MAX_VIDEO_BYTES - 10)
    expect((await put(upload, calls.MAX_VIDEO_BYTES - 10, Buffer.alloc(10))).body).toEqual({
      size: calls.MAX_VIDEO_BYTES,
    })
    expect(await put(upload, calls.MAX_VIDEO_BYTES, Buffer.alloc(1))).toMatchObject({
      status: 413,
      body: { detail: 'The file is larger than 200 MB.' },
    })
  })

  test.each(['../foyer.sqlite', '..%2Ffoyer', 'f'.repeat(31), 'F'.repeat(32), 'f'.repeat(32)])(
    'does not exist with the id %s',
    async (upload) => {
      expect((await put(upload, 0, mp4())).status).toBe(404)
      expect([400, 404]).toContain((await add({ title: 'Tour', upload })).status)
    },
  )

  test.each<[string, Buffer, number]>([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['an image', Buffer.from('\0\0\0\x18ftypavif', 'latin1'), 415],
    ['Matroska', Buffer.from('\x1a\x45\xdf\xa3matroska', 'latin1'), 415],
    ['nothing', Buffer.alloc(0), 400],
  ])('of %s is refused as a video', async (_what, bytes, status) => {
    const { status: answered, body } = await add({ title: 'Tour', upload: await uploaded(bytes) })
    expect([answered, Object.keys(body.fields)]).toEqual([status, ['upload']])
    expect((await portal.call(calls.listVideos, { as: ann.token })).body).toEqual([])
  })

  test.each<[string, string, Buffer]>([
    ['WebM', 'video/webm', Buffer.from('\x1a\x45\xdf\xa3....B\x82\x84webm', 'latin1')],
    ['Ogg', 'video/ogg', Buffer.from('OggS\0\x02', 'latin1')],
  ])('of %s is accepted as a video', async (_what, type, bytes) => {
    const video = await addFile(bytes)
    expect(video.file?.type).toBe(type)
    expect((await play(await addressOf(video))).headers['content-type']).toBe(type)
  })

  test('is deleted when dropped, and purged after a day if no video uses it', async () => {
    const [dropped, forgotten] = [await begin(), await begin()]
    expect((await portal.call(calls.dropVideoUpload, { as: boss.token, params: { upload: dropped } })).status).toBe(204)
    const video = await addFile()
    await purge(portal.deps, new Date().toISOString())
    expect(onDisk()).toHaveLength(2)
    const yesterday = new Date(Date.now() - 90_000_000)
    for (const name of onDisk()) utimesSync(join(dataDir, 'videos', name), yesterday, yesterday)
    await purge(portal.deps, new Date().toISOString())
    expect(onDisk()).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.mp4$/)])
    expect(onDisk().join()).not.toContain(forgotten)
    expect((await play(await addressOf(video))).statusCode).toBe(200)
  })

  test('is kept for 30 days after its video disappeared from the database', async () => {
    await addFile()
    const [name = ''] = onDisk()
    const old = new Date('2026-01-01T00:00:00.000Z')
    utimesSync(join(dataDir, 'videos', name), old, old)
    await purge(portal.deps, '2026-05-01T12:00:00.000Z')
    expect(statSync(join(dataDir, 'videos', name)).mtime).toEqual(old)
    // As on an older backup, or an empty database.
    await portal.deps.db.deleteFrom('video').execute()
    await purge(portal.deps, '2026-05-31T12:00:00.000Z')
    expect(onDisk()).toEqual([name])
    await purge(portal.deps, '2026-05-31T12:00:00.001Z')
    expect(onDisk()).toEqual([])
  })
})

describe('a range', () => {
  test.each<[string, number, string | undefined, string]>([
    ['bytes=0-9', 206, 'bytes 0-9/1000', '0-9'],
    ['bytes=990-', 206, 'bytes 990-999/1000', '990-999'],
    ['bytes=-10', 206, 'bytes 990-999/1000', '990-999'],
    ['bytes=-5000', 206, 'bytes 0-999/1000', '0-999'],
    ['bytes=990-5000', 206, 'bytes 990-999/1000', '990-999'],
    ['bytes=1000-', 416, 'bytes */1000', ''],
    ['bytes=-0', 416, 'bytes */1000', ''],
    ['bytes=9-0', 200, undefined, '0-999'],
    ['bytes=0-1,5-6', 200, undefined, '0-999'],
    ['lines=1-2', 200, undefined, '0-999'],
  ])('%s is answered with status %i', async (range, status, contentRange, span) => {
    const bytes = mp4()
    const url = await addressOf(await addFile(bytes))
    const { statusCode, headers, rawPayload } = await play(url, { range })
    expect([statusCode, headers['content-range']]).toEqual([status, contentRange])
    const [first, last] = span === '' ? [0, -1] : (span.split('-').map(Number) as [number, number])
    expect(rawPayload.equals(bytes.subarray(first, last + 1))).toBe(true)
    expect(headers['content-length']).toBe(String(last - first + 1))
  })

  test('is sent only if If-Range names this file, else the whole file', async () => {
    const url = await addressOf(await addFile())
    const tag = String((await play(url)).headers.etag)
    expect((await play(url, { range: 'bytes=0-9', 'if-range': tag })).statusCode).toBe(206)
    for (const other of ['"other"', `W/${tag}`, 'Sat, 21 Nov 2026 10:00:00 GMT'])
      expect((await play(url, { range: 'bytes=0-9', 'if-range': other })).statusCode).toBe(200)
  })

  test('of an empty file is out of bounds; a missing header is no range', () => {
    expect(rangeOf('bytes=0-', 0)).toBe('beyond')
    expect(rangeOf(undefined, 10)).toBeNull()
  })
})

test('stopping the portal does not wait for a paused player', async () => {
  const video = await addFile()
  const [name = ''] = onDisk()
  await truncate(join(dataDir, 'videos', name), 50_000_000)
  const url = await addressOf(video)
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = portal.app.server.address() as AddressInfo
  const [response] = (await once(get({ port, path: url }), 'response')) as [IncomingMessage]
  response.pause()
  const cut = new Promise((resolve) => response.once('close', resolve))
  response.on('error', () => {})
  await portal.app.close()
  response.resume()
  await cut
  expect(response.complete).toBe(false)
}, 15_000)

describe('the playback address', () => {
  test('plays the file, and is 404 if altered or after 7 hours', async () => {
    const video = await addFile()
    const url = await addressOf(video)
    expect((await play(url)).statusCode).toBe(200)
    // Replaces the first character of the signature with another one.
    const signedOtherwise = url.replace(/(?<=sign=)./, (first) => (first === '_' ? '-' : '_'))
    for (const wrong of [signedOtherwise, url.replace(/until=\d/, 'until=9'), url.split('?')[0] ?? ''])
      expect((await play(wrong)).statusCode).toBe(404)
    expect((await play(url.replace(/session=\d+/, 'session=1'))).statusCode).toBe(404)
    portal.setNow(new Date(Date.now() + 7 * 3_600_000).toISOString())
    expect((await play(url)).statusCode).toBe(404)
  })

  test('answers HEAD like GET without a body', async () => {
    const url = await addressOf(await addFile())
    const { headers } = await play(url)
    const asked = await portal.app.inject({ method: 'HEAD', url, headers: { range: 'bytes=0-1' } })
    expect([asked.statusCode, asked.body]).toEqual([200, ''])
    for (const name of ['content-length', 'content-type', 'etag']) expect(asked.headers[name]).toBe(headers[name])
    expect((await portal.app.inject({ method: 'HEAD', url: url.replace('sign=', 'sign=x') })).statusCode).toBe(404)
  })

  test('is 404 after logout or loss of the permission', async () => {
    const video = await addFile()
    const bob = await portal.addUser({ flags: { isCEP: true } })
    const [anns, bobs] = [await addressOf(video), await addressOf(video, bob.token)]
    await portal.call(logout, { as: ann.token })
    await portal.call(updatePermissions, { as: boss.token, params: { id: bob.id }, body: { isCEP: false } })
    expect([(await play(anns)).statusCode, (await play(bobs)).statusCode]).toEqual([404, 404])
  })

  test('is 404 for a video that is a link', async () => {
    const { body } = await add({ title: 'Tour', url: 'https://videos.example/tour' })
    expect((await portal.call(calls.getVideoAddress, { as: ann.token, params: { id: body._id } })).status).toBe(404)
  })
})

describe('the file of a video', () => {
  test('survives a change of the video’s text, and is deleted with the video', async () => {
    const video = await addFile()
    const url = await addressOf(video)
    const params = { id: video._id }
    const words = { title: 'The tour', description: 'Four minutes' }
    const { body: changed } = await portal.call(calls.updateVideo, { as: boss.token, params, body: words })
    expect(changed).toEqual({ ...video, ...words })
    expect((await play(url)).statusCode).toBe(200)
    expect((await portal.call(calls.deleteVideo, { as: boss.token, params })).status).toBe(204)
    expect(onDisk()).toEqual([])
    expect((await play(url)).statusCode).toBe(404)
  })

  test('is deleted when replaced by another file or a link', async () => {
    const video = await addFile()
    const params = { id: video._id }
    const change = (body: object) =>
      portal.call(calls.updateVideo, { as: boss.token, params, body: { title: 'Tour', ...body } })
    const { body: replaced } = await change({ upload: await uploaded(mp4(2_000)) })
    expect(replaced.file.size).toBe(2_000)
    expect(onDisk()).toHaveLength(1)
    const { body: link } = await change({ url: 'https://videos.example/tour' })
    expect(link).toEqual({ _id: video._id, title: 'Tour', url: 'https://videos.example/tour', description: '' })
    expect(onDisk()).toEqual([])
  })

  test('remains usable after an update of a missing video failed, and is no file of a video until then', async () => {
    const upload = await uploaded(mp4())
    const body = { title: 'Tour', upload }
    expect((await portal.call(calls.updateVideo, { as: boss.token, params: { id: 999 }, body })).status).toBe(404)
    expect(onDisk()).toEqual([`${upload}.part`])
    expect((await add(body)).status).toBe(201)
  })

  test('is refused together with a link, and so is a video with neither', async () => {
    const body = { title: 'Tour', url: 'https://videos.example/tour', upload: await uploaded(mp4()) }
    expect(await add(body)).toMatchObject({ status: 400, body: { fields: { upload: expect.any(String) } } })
    expect(await add({ title: 'Tour' })).toMatchObject({
      status: 400,
      body: { fields: { url: 'Address is required.' } },
    })
  })
})
