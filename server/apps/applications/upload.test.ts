import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApplication, uploadApplicationImage } from '#contract/apps/applications.ts'
import { bodyOf, FORM_TYPE, type Part } from '#tests/form.ts'
import { KINDS, type Kind, madeAvif, madeGif, madePng, NOT_IMAGES, noise } from '#tests/pictures.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

const MB = 1_048_576

let portal: Portal
let boss: TestUser
let id: string
let sampling: NodeJS.Timeout
let before = 0
let highest = 0

beforeAll(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ isAdmin: true })
  id = String((await portal.call(createApplication, { as: boss.token })).body._id)
  // Loads the decoder, whose own memory is not measured here.
  await send([image(await KINDS.png()), application()])
  before = process.memoryUsage.rss()
  sampling = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 10)
})
afterAll(async () => {
  clearInterval(sampling)
  await portal.close()
})

const image = (body: Buffer | string, over: Partial<Part> = {}): Part => ({
  name: 'image',
  filename: 'picture.png',
  type: 'image/png',
  body,
  ...over,
})
const application = (body = id): Part => ({ name: 'application_id', body })

async function sendBytes(payload: Buffer, type = FORM_TYPE, headers: Record<string, string> = {}) {
  const response = await portal.app.inject({
    method: 'POST',
    url: uploadApplicationImage.path,
    headers: { authorization: `Bearer ${boss.token}`, 'content-type': type, ...headers },
    payload,
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const send = (parts: readonly Part[], headers: Record<string, string> = {}) =>
  sendBytes(bodyOf(parts), FORM_TYPE, headers)

const stored = () => portal.deps.db.selectFrom('image').selectAll().execute()

async function bytesAt(path: string): Promise<Buffer> {
  const { statusCode, rawPayload } = await portal.app.inject({ url: path })
  expect(statusCode).toBe(200)
  return rawPayload
}

/** Expects a refusal with a sentence, and that nothing is stored. */
async function expectRefused(answer: () => ReturnType<typeof send>, status: number) {
  const names = (await stored()).map(({ name }) => name)
  const { status: seen, body } = await answer()
  expect([seen, body.detail]).toEqual([status, expect.stringMatching(/\S.*\.$/)])
  expect((await stored()).map(({ name }) => name)).toEqual(names)
}

/**
 * Expects a path as the answer, with a plain WebP of at most 512 pixels behind it that holds nothing of what was sent.
 */
async function expectStored(answer: () => ReturnType<typeof send>, sent: Buffer) {
  const { status, body } = await answer()
  expect([status, body]).toEqual([200, expect.stringMatching(/^\/media\/[0-9a-f]{64}\.webp$/)])
  const bytes = await bytesAt(body)
  expect(bytes.includes(sent.subarray(-40))).toBe(false)
  const {
    format,
    width,
    height,
    pages = 1,
    exif,
    icc,
    xmp,
    iptc,
    comments,
    depth,
    space,
  } = await sharp(bytes).metadata()
  expect({ format, pages, depth, space }).toEqual({ format: 'webp', pages: 1, depth: 'uchar', space: 'srgb' })
  expect([exif, icc, xmp, iptc, comments]).toEqual(Array(5).fill(undefined))
  expect(Math.max(width, height)).toBeLessThanOrEqual(512)
  return bytes
}

const kinds = Object.keys(KINDS) as Kind[]
const others = Object.keys(NOT_IMAGES)

describe('uploading an image', () => {
  test.each(kinds)('accepts %s whatever its declared name and type, and stores it as WebP', async (kind) => {
    const file = await KINDS[kind]()
    for (const over of [{}, { filename: 'x.html', type: 'text/html' }])
      await expectStored(() => send([image(file, over), application()]), file)
  })

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a CMYK JPEG', () => noise(64, 48).toColourspace('cmyk').jpeg().toBuffer()],
    ['a progressive JPEG', () => noise(640, 480).jpeg({ progressive: true }).toBuffer()],
    [
      'a JPEG with a film behind it',
      async () => Buffer.concat([await KINDS.jpeg(), await NOT_IMAGES.MP4?.()] as Buffer[]),
    ],
    ['a PNG of 16 bits', () => noise(64, 48).toColourspace('rgb16').png().toBuffer()],
    ['a grey PNG', () => noise(64, 48).toColourspace('b-w').png().toBuffer()],
    ['an interlaced PNG', () => noise(640, 480).png({ progressive: true }).toBuffer()],
    ['a PNG with a palette', () => noise(64, 48).png({ palette: true }).toBuffer()],
    ['a PNG one pixel small', () => madePng(1, 1)],
    ['a PNG of almost 40 million pixels', () => madePng(6_320, 6_320)],
    ['a PNG as long as may be', () => madePng(8_192, 1)],
    ['a transparent AVIF', () => noise(64, 48, 4).avif().toBuffer()],
    ['a lossless WebP', () => noise(64, 48, 4).webp({ lossless: true }).toBuffer()],
    ['an animated GIF', () => madeGif(64, 20)],
    ['an animated WebP', () => sharp(madeGif(64, 20), { pages: -1 }).webp().toBuffer()],
    ['a GIF of 10,000 frames of a pixel', () => madeGif(1, 10_000)],
  ])('accepts %s', async (_, made) => {
    const file = await made()
    await expectStored(() => send([image(file), application()]), file)
  })

  test('scales a large image to 512 pixels in the same proportions, and keeps the size of a small one', async () => {
    const size = async (file: Buffer) => {
      const { width, height } = await sharp(
        await expectStored(() => send([image(file), application()]), file),
      ).metadata()
      return [width, height]
    }
    expect(await size(await noise(2_000, 1_000).jpeg().toBuffer())).toEqual([512, 256])
    expect(await size(await noise(20, 10).jpeg().toBuffer())).toEqual([20, 10])
  })

  test('removes metadata and the colour profile, and applies the orientation', async () => {
    const file = await noise(64, 48)
      .withIccProfile('p3')
      .withExif({
        IFD0: { Copyright: 'Jane Doe', Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(file.includes('Jane Doe')).toBe(true)
    const bytes = await expectStored(() => send([image(file), application()]), file)
    expect(bytes.includes('Jane Doe')).toBe(false)
    const { width, height } = await sharp(bytes).metadata()
    expect([width, height]).toEqual([48, 64])
  })

  test('accepts exactly 5 MB, and answers 413 to one byte more', async () => {
    const jpeg = await KINDS.jpeg()
    const filled = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length, 1)])
    await expectStored(() => send([image(filled(5 * MB)), application()]), jpeg)
    await expectRefused(() => send([image(filled(5 * MB + 1)), application()]), 413)
    await expectRefused(() => send([application(), image(filled(5 * MB + 1))]), 413)
  })
})

describe('uploading an invalid image', () => {
  test.each(others)('answers 415 to %s whatever its declared name and type', async (kind) => {
    const file = await NOT_IMAGES[kind]?.()
    if (!file) throw new Error('no file')
    for (const over of [{}, { filename: 'x.svg', type: 'image/svg+xml' }, { filename: 'x.gif', type: 'image/gif' }])
      await expectRefused(() => send([image(file, over), application()]), 415)
  })

  test.each<[string, Kind]>([
    ['<html><script>alert(1)</script></html>', 'png'],
    ['*/=1;alert(1);//', 'gif'],
    ['<script>alert(1)</script>', 'webp'],
    ['<script>alert(1)</script>', 'avif'],
    ['PK\x03\x04 and so on, to the end', 'png'],
  ])('answers 415 to “%s” appended to a %s', async (behind, kind) => {
    const file = Buffer.concat([await KINDS[kind](), Buffer.from(behind)])
    await expectRefused(() => send([image(file), application()]), 415)
  })

  test.each(kinds)('answers 400 to a %s that is cut short', async (kind) => {
    const file = await KINDS[kind]()
    for (const length of [file.length - 1, file.length - 10, file.length >> 1, 60, 32])
      await expectRefused(() => send([image(file.subarray(0, length)), application()]), 400)
  })

  test.each(['png', 'webp', 'gif', 'avif'] as const)('refuses a %s with an overwritten middle', async (kind) => {
    const file = await KINDS[kind]()
    const from = kind === 'avif' ? 40 : Math.floor(file.length / 3)
    file.fill(0xff, from, from + Math.min(400, file.length / 3))
    const { status } = await send([image(file), application()])
    expect([400, 415]).toContain(status)
  })

  test.each<[string, number, () => Buffer | Promise<Buffer>]>([
    ['a PNG that says it has 30,000 × 30,000', 413, () => madePng(30_000, 30_000, { hasPixels: false })],
    ['a PNG a pixel too wide', 413, () => madePng(8_193, 1)],
    ['a PNG a pixel too high', 413, () => madePng(1, 8_193)],
    ['a uniform PNG of a little more than 40 million pixels', 413, () => madePng(6_325, 6_325)],
    ['a PNG of no pixels', 400, () => madePng(100, 100, { hasPixels: false })],
    ['a PNG of no size', 400, () => madePng(0, 0)],
    ['a GIF of 10,000 frames of 64 × 64', 413, () => madeGif(64, 10_000)],
    ['a GIF of which a frame is 65,535 wide', 413, () => madeGif(64, 1, 65_535)],
    ['an AVIF that says it has 8,193 × 1', 413, () => madeAvif(8_193, 1)],
    ['an AVIF that says it has more than 16 million pixels', 413, () => madeAvif(4_000, 4_001)],
    ['an AVIF that says it is smaller than it is', 400, () => madeAvif(8, 8)],
    ['an AVIF that says it is larger than it is', 400, () => madeAvif(1_000, 1_000)],
    ['an interlaced PNG of more than 16 million pixels', 413, () => madePng(4_000, 4_001, { interlaced: true })],
    ['a GIF without a frame', 400, () => madeGif(64, 0)],
    ['nothing', 400, () => Buffer.alloc(0)],
    ['a NUL byte', 415, () => Buffer.alloc(1)],
    ['5 MB of NUL bytes', 415, () => Buffer.alloc(5 * MB)],
    [
      '5 MB of noughts behind a PNG’s first bytes',
      415,
      () => Buffer.concat([madePng(1, 1).subarray(0, 8), Buffer.alloc(4 * MB)]),
    ],
    ['the first bytes of a PNG alone', 400, () => madePng(1, 1).subarray(0, 8)],
    ['the first bytes of a JPEG alone', 400, () => Buffer.from('ffd8ff', 'hex')],
  ])('%s is answered with %i', async (_, status, made) => {
    const file = await made()
    await expectRefused(() => send([image(file), application()]), status)
  })
})

test('memory grows by less than 200 MB during the uploads', () => {
  expect(before).toBeGreaterThan(0)
  expect((highest - before) / MB).toBeLessThan(200)
})

describe('simultaneous uploads', () => {
  test('of two images are stored under two names', async () => {
    const files = await Promise.all([noise(800, 600).png().toBuffer(), noise(800, 600).png().toBuffer()])
    const answers = await Promise.all(files.map((file) => send([image(file), application()])))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(2)
  })

  test('of one file get two names, neither of which contains a hash of the file', async () => {
    const file = await KINDS.png()
    const answers = await Promise.all([send([image(file), application()]), send([application(), image(file)])])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const paths = answers.map(({ body }) => String(body))
    const [first, second] = await Promise.all(paths.map(bytesAt))
    expect(first && second?.equals(first)).toBe(true)
    expect(new Set(paths).size).toBe(2)
    const hashes = [file, ...(first ? [first] : [])].map((bytes) => createHash('sha256').update(bytes).digest('hex'))
    for (const path of paths) expect(hashes.some((hash) => path.includes(hash))).toBe(false)
  })
})

describe('an upload with an idempotency key', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() })

  test('is replayed for the same content, and answers 422 to another file or application', async () => {
    const [file, other] = [await KINDS.png(), await KINDS.png()]
    const mine = key()
    const first = await send([image(file), application()], mine)
    const again = await sendBytes(
      bodyOf([application(), image(file, { filename: 'y' })], 'zz'),
      'multipart/form-data; boundary=zz',
      mine,
    )
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
    await expectRefused(() => send([image(other), application()], mine), 422)
    await expectRefused(() => send([image(file), application('1')], mine), 422)
  })

  test('is processed once when sent twice at once, and can be retried after a refusal', async () => {
    const file = await KINDS.png()
    const mine = key()
    await expectRefused(() => send([image(file.subarray(0, 60)), application()], mine), 400)
    const answers = await Promise.all([
      send([image(file), application()], mine),
      send([image(file), application()], mine),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'])).toHaveLength(1)
  })

  test('answers 400 to a key that is not a UUID', async () => {
    const file = await KINDS.png()
    await expectRefused(() => send([image(file), application()], { 'idempotency-key': 'x' }), 400)
  })
})
