/**
 * Sends a notification to a device, encrypted for it (RFC 8030, 8188, 8291, 8292). Endpoints are secrets and are never
 * logged.
 */
import { createHash } from 'node:crypto'
import { request as requestClear } from 'node:http'
import { request } from 'node:https'
import webPush, { type RequestDetails, type Urgency } from 'web-push'
import type { ScreenAddress } from '#contract/screens.ts'
import type { Deps } from '../../deps.ts'
import { lookUpPublic } from './address.ts'
import { vapidKeys } from './vapid.ts'

const TIMEOUT_MS = 10_000
/** Longest topic (RFC 8030 §5.4). */
const TOPIC_LENGTH = 32

export interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** What the service worker shows, possibly on a lock screen. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** A notification replaces an earlier one with the same tag. */
  readonly tag: string
  /** The path of the portal that a tap opens. */
  readonly url: ScreenAddress
}

interface DeliveryOptions {
  readonly urgency: Urgency
  /** For how many seconds the notification is worth delivering. */
  readonly ttl: number
}

/**
 * `gone`: the device no longer exists. `again`: try later, after the given seconds where the service named them.
 * `refused`: do not try again.
 */
export type PushOutcome =
  | { readonly is: 'sent' | 'gone' }
  | { readonly is: 'again'; readonly seconds: number }
  | { readonly is: 'refused'; readonly status: number }

const MAX_RETRY_S = 3_600

/** Parses `Retry-After`, in seconds or as a date; 0 where the header is missing or invalid. */
function secondsOf(header: string | undefined, now: string): number {
  if (!header) return 0
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.parse(now)) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), MAX_RETRY_S) : 0
}

function outcomeOf(status: number, retryAfter: string | undefined, now: string): PushOutcome {
  if (status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'gone' }
  if (status === 429 || status >= 500) return { is: 'again', seconds: secondsOf(retryAfter, now) }
  return { is: 'refused', status }
}

interface PushResponse {
  readonly status: number
  readonly retryAfter: string | undefined
}

/** Follows no redirect, and reads only the head of the response. */
const post = (url: URL, headers: RequestDetails['headers'], body: Buffer, anywhere: boolean) =>
  new Promise<PushResponse>((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const options = { method: 'POST', headers, signal, ...(anywhere ? {} : { lookup: lookUpPublic }) }
    const outgoing = (anywhere && url.protocol === 'http:' ? requestClear : request)(url, options, (answer) => {
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      answer.destroy()
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** Sends a notification and returns the outcome. Never throws for what the push service does or does not do. */
export async function push(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  { endpoint, p256dh, auth }: PushTarget,
  message: PushMessage,
  { urgency, ttl }: DeliveryOptions,
): Promise<PushOutcome> {
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
