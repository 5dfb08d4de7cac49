/** Sends one notification to one device, encrypted for it (RFC 8030, 8188, 8291, 8292). Addresses are secrets: none is logged. */
import { createHash } from 'node:crypto'
import { request as requestClear } from 'node:http'
import { request } from 'node:https'
import webPush, { type RequestDetails, type Urgency } from 'web-push'
import type { Deps } from '../../deps.ts'
import { lookUpPublic } from './address.ts'
import { vapidKeys } from './vapid.ts'

const PATIENCE_MS = 10_000
/** What a topic may be long (RFC 8030 §5.4). */
const TOPIC_LENGTH = 32

export interface Target {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** What the worker shows. A lock screen may show it too. */
export interface Message {
  readonly title: string
  readonly body: string
  /** One that comes later takes the place of an earlier one with the same tag. */
  readonly tag: string
  /** A path of the portal, opened by a tap. */
  readonly url: string
}

interface How {
  readonly urgency: Urgency
  /** For how many seconds it is worth telling. */
  readonly ttl: number
}

/** `gone`: the device is no more. `again`: at another time, in seconds where the service said so. `refused`: never. */
export type Outcome =
  | { readonly is: 'sent' | 'gone' }
  | { readonly is: 'again'; readonly seconds: number }
  | { readonly is: 'refused'; readonly status: number }

const FAR_FUTURE_S = 3_600

/** `Retry-After`, in seconds or as a date; 0 where nothing is said. */
function secondsOf(header: string | undefined, now: string): number {
  if (!header) return 0
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.parse(now)) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), FAR_FUTURE_S) : 0
}

function outcomeOf(status: number, retryAfter: string | undefined, now: string): Outcome {
  if (status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'gone' }
  if (status === 429 || status >= 500) return { is: 'again', seconds: secondsOf(retryAfter, now) }
  return { is: 'refused', status }
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
}

/** Follows no redirect, and reads nothing of what is answered but its head. */
const post = (url: URL, headers: RequestDetails['headers'], body: Buffer, anywhere: boolean) =>
  new Promise<Answer>((resolve, reject) => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const options = { method: 'POST', headers, signal, ...(anywhere ? {} : { lookup: lookUpPublic }) }
    const outgoing = (anywhere && url.protocol === 'http:' ? requestClear : request)(url, options, (answer) => {
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      answer.destroy()
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** Never throws for what the push service does or does not. */
export async function push(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  { endpoint, p256dh, auth }: Target,
  message: Message,
  { urgency, ttl }: How,
): Promise<Outcome> {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: config.pushSubject, ...(await vapidKeys(db)) },
      TTL: ttl,
      urgency,
      topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, TOPIC_LENGTH),
    },
  )
  try {
    const { status, retryAfter } = await post(new URL(endpoint), headers, body, config.pushAnywhere)
    return outcomeOf(status, retryAfter, clock())
  } catch {
    return { is: 'again', seconds: 0 }
  }
}
