/**
 * Forms of every shape, at the only call with a form. The content of the file is tested in `applications/upload.test.ts`.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApplication, uploadApplicationImage } from '#contract/apps/applications.ts'
import { callId, fillPath } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { ofFlags } from '#contract/who.ts'
import { bodyOf, FORM_TYPE, type Part } from '#tests/form.ts'
import { KINDS } from '#tests/pictures.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

let portal: Portal
let boss: TestUser
let picture: Buffer
let id: string

beforeAll(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ isAdmin: true, flags: ofFlags(true) })
  picture = await KINDS.png()
  id = String((await portal.call(createApplication, { as: boss.token })).body._id)
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => portal.close())

const image = (over: Partial<Part> = {}): Part => ({
  name: 'image',
  filename: 'a.png',
  type: 'image/png',
  body: picture,
  ...over,
})
const application = (body = id): Part => ({ name: 'application_id', body })
const stored = async () => (await portal.deps.db.selectFrom('image').select('name').execute()).length

async function send(payload: Buffer, type: string | null = FORM_TYPE, token = boss.token) {
  const response = await portal.app.inject({
    method: 'POST',
    url: uploadApplicationImage.path,
    headers: { authorization: `Bearer ${token}`, ...(type === null ? {} : { 'content-type': type }) },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

async function expectRefused(answer: () => ReturnType<typeof send>, status: number) {
  const before = await stored()
  const { status: seen, body } = await answer()
  expect([seen, body.detail]).toEqual([status, expect.stringMatching(/\S.*\.$/)])
  expect(await stored()).toBe(before)
}

describe('accepts a form with', () => {
  const disposition = (rest: string) => ({ head: `Content-Disposition: form-data; ${rest}\r\nContent-Type: image/png` })

  test.each<[string, () => readonly Part[]]>([
    ['the field first', () => [application(), image()]],
    ['the file first', () => [image(), application()]],
    ['an empty file name', () => [image({ filename: '' }), application()]],
    ['a path for a name', () => [image({ filename: '../../../../etc/passwd' }), application()]],
    ['a path of another system', () => [image({ filename: '..\\\\..\\\\windows\\\\win.ini' }), application()]],
    ['a NUL byte in the name', () => [image({ filename: 'a\0.png' }), application()]],
    ['a name in other scripts', () => [image({ filename: 'зображення 画像 🦊.png' }), application()]],
    ['a name of 4,000 characters', () => [image({ filename: 'x'.repeat(4_000) }), application()]],
    ['a name in RFC 5987', () => [image(disposition(`name="image"; filename*=UTF-8''%2e%2e%2fx.png`)), application()]],
    ['names without quotes', () => [image(disposition('name=image; filename=x.png')), application()]],
    ['no type of the file', () => [image({ type: 'application/octet-stream' }), application()]],
    ['a charset of the file', () => [image({ type: 'image/png; charset=utf-7' }), application()]],
  ])('%s', async (_, parts) => {
    const { status, body } = await send(bodyOf(parts()))
    expect([status, body]).toEqual([200, expect.stringMatching(/^\/media\/[0-9a-f]{64}\.webp$/)])
  })

  test.each(['multipart/form-data; boundary="q r"', 'Multipart/Form-Data; charset=utf-8; BOUNDARY="q r"'])(
    'the content type %s',
    async (type) => {
      expect((await send(bodyOf([image(), application()], 'q r'), type)).status).toBe(200)
    },
  )
})

describe('an invalid form', () => {
  test.each<[string, number, () => readonly Part[]]>([
    ['nothing', 400, () => []],
    ['no file', 400, () => [application()]],
    ['no application', 400, () => [image()]],
    ['two files', 400, () => [image(), image({ name: 'second' }), application()]],
    ['the file twice', 400, () => [image(), image(), application()]],
    ['the application twice', 400, () => [image(), application(), application()]],
    ['a field too many', 400, () => [image(), application(), { name: 'slug', body: 'x' }]],
    ['another field instead', 400, () => [image(), { name: 'applicationId', body: id }]],
    ['the file under another name', 400, () => [image({ name: 'file' }), application()]],
    ['the file as a field', 400, () => [{ name: 'image', type: 'image/png', body: picture }, application()]],
    ['the application as a file', 400, () => [image(), { name: 'application_id', filename: 'x', body: id }]],
    ['both under one name', 400, () => [image({ name: 'application_id' }), application()]],
    ['a part without a name', 400, () => [{ body: 'x' }, image()]],
    ['a part that says nothing of itself', 400, () => [{ head: 'X-Y: z', body: 'x' }, image(), application()]],
    ['a name of the language', 400, () => [image({ name: '__proto__' }), application()]],
    ['a field of the language', 400, () => [image(), { name: 'constructor', body: 'x' }]],
    ['a NUL byte in a field’s name', 400, () => [image(), { name: 'application_id\0', body: id }]],
    ['a long field', 400, () => [image(), application('1'.repeat(2_000))]],
    ['JSON as a field', 400, () => [image(), { ...application(`[${id}]`), type: 'application/json' }]],
    ['broken JSON as a field', 400, () => [image(), { ...application('{'), type: 'application/json' }]],
    ['a hundred headers', 400, () => [image({ head: 'X: y\r\n'.repeat(100).trim() }), application()]],
    [
      'a form within',
      400,
      () => [
        image({ head: 'Content-Type: multipart/mixed; boundary=in', body: bodyOf([image()], 'in') }),
        application(),
      ],
    ],
    [
      'a charset that makes another text of it',
      400,
      () => [image(), { ...application(), type: 'text/plain; charset=utf-16le' }],
    ],
    ['a text as the application', 400, () => [image(), application('wiki')]],
    ['nothing as the application', 400, () => [image(), application('')]],
    ['a negative application', 400, () => [image(), application('-1')]],
    ['half an application', 400, () => [image(), application('1.5')]],
    ['a huge application', 400, () => [image(), application('99999999999999999999')]],
    ['an application larger than any', 400, () => [image(), application('2147483648')]],
    ['a NUL byte in the application', 400, () => [image(), application(`${id}\0`)]],
    ['a line break in the application', 400, () => [image(), application(`${id}\n`)]],
    ['an application that is not there', 404, () => [image(), application('999999')]],
    ['a thousand parts', 400, () => Array.from({ length: 1_000 }, () => application())],
  ])('with %s is %i', async (_, status, parts) => {
    await expectRefused(() => send(bodyOf(parts())), status)
  })

  test('is refused with the name of the part that is missing', async () => {
    expect((await send(bodyOf([application()]))).body).toMatchObject({
      fields: { image: 'An image file is required.' },
    })
    expect((await send(bodyOf([image()]))).body).toMatchObject({
      fields: { application_id: 'The application is required.' },
    })
  })

  const good = () => bodyOf([image(), application()])

  test.each<[string, number, () => [Buffer, string | null]]>([
    ['another boundary', 400, () => [good(), 'multipart/form-data; boundary=other']],
    ['no boundary', 400, () => [good(), 'multipart/form-data']],
    ['an empty boundary', 400, () => [good(), 'multipart/form-data; boundary=']],
    ['no end', 400, () => [bodyOf([image(), application()], undefined, ''), FORM_TYPE]],
    ['an end in the middle', 400, () => [good().subarray(0, 300), FORM_TYPE]],
    ['nothing at all', 400, () => [Buffer.alloc(0), FORM_TYPE]],
    ['noise', 400, () => [picture, FORM_TYPE]],
    ['the image alone', 415, () => [picture, 'image/png']],
    ['JSON', 415, () => [Buffer.from('{}'), 'application/json']],
    ['a form without files', 415, () => [Buffer.from('application_id=1'), 'application/x-www-form-urlencoded']],
    ['another multipart', 415, () => [good(), FORM_TYPE.replace('form-data', 'mixed')]],
    ['a type that begins alike', 415, () => [good(), FORM_TYPE.replace('form-data', 'form-data-x')]],
    ['a type that is none', 415, () => [good(), 'multipart']],
    ['no type', 415, () => [good(), null]],
    ['nothing, of no type', 415, () => [Buffer.alloc(0), null]],
    ['6 MB of a form', 413, () => [bodyOf([image({ body: Buffer.alloc(6_291_456) }), application()]), FORM_TYPE]],
    ['7 MB of something else', 413, () => [Buffer.alloc(7_000_000), 'image/png']],
  ])('with %s is %i', async (_, status, what) => {
    await expectRefused(() => send(...what()), status)
  })

  test('with only a line after its end is accepted', async () => {
    expect((await send(Buffer.concat([good(), Buffer.from('and so on\r\n')]))).status).toBe(200)
  })
})

test('refuses a caller without the right before the form is read', async () => {
  const staff = await portal.addUser()
  await expectRefused(() => send(Buffer.alloc(100), FORM_TYPE, staff.token), 403)
  await expectRefused(() => send(Buffer.alloc(100), FORM_TYPE, 'nobody'), 401)
})

test('every other call with a session refuses a form with 415', async () => {
  const others = calls.filter(
    (call) => call.method !== 'GET' && call.body !== 'form' && call.who.tokens.includes('session'),
  )
  expect(others.length).toBeGreaterThan(20)
  for (const call of others) {
    if (callId(call).includes('logout')) continue
    const { statusCode, body } = await portal.app.inject({
      method: call.method,
      url: fillPath(call.path, { id: 999_999 }),
      headers: { authorization: `Bearer ${boss.token}`, 'content-type': FORM_TYPE },
      payload: bodyOf([application()]),
    })
    const takes = call.body === 'bytes' ? 'bytes (application/octet-stream)' : 'JSON'
    expect([callId(call), statusCode, JSON.parse(body).detail]).toEqual([
      callId(call),
      415,
      `This call takes ${takes}.`,
    ])
  }
})

/** Sends raw bytes to the listening portal. Returns what it answers until it closes the connection. */
function speak(pieces: readonly (string | Buffer)[], { hangUp = false } = {}): Promise<string> {
  const { port } = portal.app.server.address() as AddressInfo
  return new Promise((resolve) => {
    let heard = ''
    const taken = once(portal.app.server, 'connection')
    const socket = connect(port, '127.0.0.1', async () => {
      const [served]: Socket[] = await taken
      let sent = 0
      for (const piece of pieces) {
        socket.write(piece)
        sent += Buffer.byteLength(piece)
        // Waits until each piece is read before the next is sent. A destroyed socket reads no more.
        const isRead = () => expect(served?.destroyed || (served?.bytesRead ?? 0) >= sent).toBe(true)
        await vi.waitFor(isRead, { timeout: 10_000, interval: 1 })
      }
      if (hangUp) socket.destroy()
    })
    socket.on('data', (data) => {
      heard += data
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
  })
}
const head = (...more: string[]) =>
  [
    `POST ${uploadApplicationImage.path} HTTP/1.1`,
    'Host: portal',
    `Authorization: Bearer ${boss.token}`,
    `Content-Type: ${FORM_TYPE}`,
    ...more,
    '\r\n',
  ].join('\r\n')
const chunked = (body: Buffer) => [`${body.length.toString(16)}\r\n`, body, '\r\n']

describe('a form on a raw connection', () => {
  const whole = () => bodyOf([image(), application()])

  test('is accepted in pieces, with a length or chunked', async () => {
    const body = whole()
    const pieces = [body.subarray(0, 50), body.subarray(50, 51), body.subarray(51, 2_000), body.subarray(2_000)]
    expect(await speak([head('Connection: close', `Content-Length: ${body.length}`), ...pieces])).toMatch(
      /^HTTP\/1.1 200/,
    )
    expect(
      await speak([head('Connection: close', 'Transfer-Encoding: chunked'), ...pieces.flatMap(chunked), '0\r\n\r\n']),
    ).toMatch(/^HTTP\/1.1 200/)
  })

  test('with a length that is too short is 400, and one that is too long stores nothing', async () => {
    const before = await stored()
    const body = whole()
    const short = await speak([head('Connection: close', `Content-Length: ${body.length - 100}`), body])
    expect(short).toMatch(/^HTTP\/1.1 400/)
    await speak([head(`Content-Length: ${body.length + 100}`), body], { hangUp: true })
    expect(await stored()).toBe(before)
  })

  test('of more than 6 MB is 413 as soon as it is declared or received', async () => {
    expect(await speak([head('Content-Length: 6291457'), 'x'])).toMatch(/^HTTP\/1.1 413[\s\S]*too large/)
    const mb = Buffer.alloc(1_048_576)
    const endless = Array.from({ length: 7 }, () => chunked(mb)).flat()
    const start = chunked(whole().subarray(0, 300))
    expect(await speak([head('Transfer-Encoding: chunked'), ...start, ...endless])).toMatch(/^HTTP\/1.1 413/)
    // Data beyond the end of the form, which the parser no longer reads.
    expect(await speak([head('Transfer-Encoding: chunked'), ...chunked(whole()), ...endless])).toMatch(/^HTTP\/1.1 413/)
  })

  test('that is cut off stores nothing', async () => {
    const before = await stored()
    const body = whole()
    for (const length of [0, 10, 120, 300, body.length - 1])
      await speak([head(`Content-Length: ${body.length}`), body.subarray(0, length)], { hangUp: true })
    expect(await stored()).toBe(before)
    expect((await send(whole())).status).toBe(200)
  })

  test('that is refused leaves the connection usable for the next call', async () => {
    const refused = bodyOf([image(), image(), image(), application()])
    const good = whole()
    const heard = await speak([
      head(`Content-Length: ${refused.length}`),
      refused,
      head('Connection: close', `Content-Length: ${good.length}`),
      good,
    ])
    expect([...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['400', '200'])
  })
})
