/** Compressed lineage events, which OpenLineage clients may send, within the same limits as uncompressed ones. */
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/apps/etl.ts'
import { lineageEvent } from '#tests/lineage-event.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

const LIMIT = 5_242_880

let portal: Portal
let key: string
let reader: string

beforeEach(async () => {
  portal = await openPortal()
  const boss = await portal.addUser({ isAdmin: true })
  reader = boss.token
  key = (await portal.call(calls.createApiKey, { as: boss.token, body: { name: 'Airflow' } })).body.key
})
afterEach(() => portal.close())

const json = (body: unknown) => Buffer.from(JSON.stringify(body))
/** Returns exactly this many bytes of JSON. */
function sized(bytes: number): Buffer {
  const empty = json(lineageEvent({ facets: { sql: '' } })).length
  return json(lineageEvent({ facets: { sql: 'x'.repeat(bytes - empty) } }))
}

const post = (payload: Buffer, encoding: string, url: string = calls.postLineage.path) =>
  portal.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-encoding': encoding },
    payload,
  })
const runs = async () => (await portal.call(calls.listFailedRuns, { as: reader })).body

interface Answer {
  readonly status: number | undefined
  readonly text: string
}

/** Sends a body over a socket without stating its length. `pieces` ends as soon as there is an answer. */
async function stream(
  pieces: (isAnswered: () => boolean) => Iterable<Buffer>,
  encoding = 'gzip',
): Promise<Answer & { sent: number }> {
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = portal.app.server.address() as AddressInfo
  let answered = false
  let sent = 0
  const outgoing = request({
    port,
    method: 'POST',
    path: calls.postLineage.path,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-encoding': encoding },
  })
  const answer = new Promise<Answer>((resolve, reject) => {
    // After the answer nothing more is read, so sending fails.
    outgoing.on('error', (error) => answered || reject(error))
    outgoing.on('response', (response) => {
      answered = true
      textOf(response).then((text) => resolve({ status: response.statusCode, text }), reject)
    })
  })
  for (const piece of pieces(() => answered)) {
    sent += piece.length
    const taken = new Promise((resolve) =>
      outgoing.write(piece) ? setImmediate(resolve) : outgoing.once('drain', resolve),
    )
    await Promise.race([taken, answer])
    if (answered) break
  }
  if (!answered) outgoing.end()
  return { ...(await answer), sent }
}

test.each(['gzip', 'GZIP', 'x-gzip'])('accepts content-encoding %s', async (encoding) => {
  const { statusCode, body } = await post(gzipSync(json(lineageEvent({ type: 'FAIL' }))), encoding)
  expect([statusCode, JSON.parse(body)]).toEqual([201, { accepted: 1 }])
  expect(await runs()).toHaveLength(1)
})

test('accepts content-encoding identity', async () => {
  expect((await post(json(lineageEvent()), 'identity')).statusCode).toBe(201)
})

test('accepts a body in pieces without its length', async () => {
  const whole = gzipSync(json(lineageEvent({ type: 'FAIL' })))
  const { status, text } = await stream(() => [whole.subarray(0, 20), whole.subarray(20)])
  expect([status, text]).toEqual([201, '{"accepted":1}'])
})

describe('the size limit', () => {
  test('applies to the decompressed size', async () => {
    expect((await post(gzipSync(sized(LIMIT)), 'gzip')).statusCode).toBe(201)
    const { statusCode, body } = await post(gzipSync(sized(LIMIT + 1)), 'gzip')
    expect([statusCode, JSON.parse(body).detail]).toEqual([413, 'This is too large.'])
  })

  test('stops a gzip bomb long before all of it is decompressed', async () => {
    const before = process.memoryUsage().arrayBuffers
    // A gigabyte of spaces in gzip members of 16 MB.
    const member = gzipSync(Buffer.alloc(16_777_216, ' '))
    const { statusCode } = await post(Buffer.concat(Array.from({ length: 64 }, () => member)), 'gzip')
    expect(statusCode).toBe(413)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64_000_000)
    expect(await runs()).toEqual([])
  })

  // A client that is still sending receives the answer, not just a closed connection.
  test.each([
    ['what never comes out', 'gzip', Buffer.concat(Array.from({ length: 3_000 }, () => gzipSync(Buffer.alloc(0))))],
    ['what comes as it is', 'identity', Buffer.alloc(60_000, ' ')],
  ])('ends an endless body with 413: %s', async (_what, encoding, piece) => {
    const { status, sent } = await stream(function* (isAnswered) {
      while (!isAnswered()) yield piece
    }, encoding)
    expect(status).toBe(413)
    expect(sent).toBeLessThan(20 * LIMIT)
  })
})

describe('a refused body', () => {
  const whole = gzipSync(json(lineageEvent()))
  test.each<[string, number, Buffer, string]>([
    ['what is no gzip', 400, json(lineageEvent()), 'gzip'],
    ['nothing at all', 400, Buffer.alloc(0), 'gzip'],
    ['half of it', 400, whole.subarray(0, whole.length / 2), 'gzip'],
    ['a wrong checksum', 400, Buffer.concat([whole.subarray(0, -8), Buffer.alloc(8)]), 'gzip'],
    ['gzip of what is no JSON', 400, gzipSync('hello'), 'gzip'],
    ['brotli', 415, brotliCompressSync(json(lineageEvent())), 'br'],
    ['deflate', 415, whole, 'deflate'],
    ['gzip twice', 415, gzipSync(whole), 'gzip, gzip'],
  ])('%s: answers %i and stores nothing', async (_what, status, payload, encoding) => {
    const { statusCode, body } = await post(payload, encoding)
    expect(statusCode).toBe(status)
    expect(JSON.parse(body).detail).toMatch(/\.$/)
    expect(await runs()).toEqual([])
  })

  test('gzip sent to a call without compression: answers 415 and accept-encoding identity', async () => {
    const { statusCode, headers } = await post(gzipSync('Boom'), 'gzip', '/api/etl/ping/shop/load/fail/')
    expect([statusCode, headers['accept-encoding']]).toEqual([415, 'identity'])
  })

  test('any body with an unknown key: answers 401', async () => {
    key = 'foyer_unknown'
    expect((await post(whole, 'gzip')).statusCode).toBe(401)
  })
})
