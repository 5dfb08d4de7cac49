/** A push service with devices for a test: it accepts what the portal sends and decrypts it as a browser would. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listen } from './listen.ts'

interface Taken {
  readonly device: string
  readonly headers: IncomingHttpHeaders
  /** The decrypted notification. */
  readonly message: { title: string; body: string; tag: string; url: string }
}

const HEADER = 21
const KEY = 65
const TAG = 16

/** Decrypts a Web Push message of one record (RFC 8188 and 8291). */
function decrypted(body: Buffer, curve: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(HEADER, HEADER + KEY)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey])
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(senderKey), auth, info, 32))
  const derived = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  const encrypted = body.subarray(HEADER + KEY)
  decipher.setAuthTag(encrypted.subarray(-TAG))
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -TAG)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** Returns the claims of a VAPID token (RFC 8292). Throws unless it names the public key given and is signed by it. */
function claimsOf(authorization: string, publicKey: string): Record<string, unknown> {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization) ?? []
  const [head, claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned || key !== publicKey) throw new Error('This token is not signed by the portal.')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

/** Starts the service on a free port. */
export async function startPushService() {
  const known = new Map<string, { curve: ReturnType<typeof createECDH>; auth: Buffer }>()
  const taken: Taken[] = []
  let answer: { status: number; headers?: Record<string, string> } = { status: 201 }
  let asked = 0
  let held: Promise<void> | undefined
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      asked++
      await held
      const device = request.url?.slice(1) ?? ''
      const keys = known.get(device)
      if (keys && answer.status === 201) {
        const message = JSON.parse(decrypted(Buffer.concat(chunks), keys.curve, keys.auth))
        taken.push({ device, headers: request.headers, message })
      }
      response.writeHead(answer.status, answer.headers).end()
    })
  })
  const origin = `http://127.0.0.1:${await listen(server)}`
  return {
    origin,
    taken,
    /** Returns the number of requests so far, whatever the answers. */
    asked: () => asked,
    answerWith(status: number, headers: Record<string, string> = {}) {
      answer = { status, headers }
    },
    /** Holds all answers back; returns a function that releases them. */
    hang() {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    /** Registers a device and returns its push subscription, as a browser gives it to the page. */
    device(name: string) {
      const curve = createECDH('prime256v1')
      const [p256dh, auth] = [curve.generateKeys().toString('base64url'), randomBytes(16)]
      known.set(name, { curve, auth })
      return { endpoint: `${origin}/${name}`, keys: { p256dh, auth: auth.toString('base64url') }, name }
    },
    claimsOf,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
