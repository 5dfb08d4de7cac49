/**
 * A model of the server that offline.md describes, small enough to be believed: sessions, one revision counter, and
 * each change applied once.
 */
import type { BreakInfo } from '#contract/apps/onbreak.ts'
import type { History } from './history.ts'
import { ADA, BO, CY, OTHER } from './schedule.ts'

const LONGEST_PAST_MS = 14 * 86_400_000

interface Session {
  readonly userId: number
  readonly maySend: boolean
  isRevoked: boolean
}

/** A record with what the conflict rule needs, which no client sees. */
interface Held {
  readonly record: BreakInfo
  readonly effectiveAt: number
  readonly by: number
  readonly key: string | null
}

/** A request as it arrives. */
interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer as it leaves the server, before the line does something to it. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface ModelServer {
  signIn(userId: number, maySend: boolean): string
  revoke(token: string): void
  sessionOf(token: string): Session | undefined
  /**
   * `refusesWith`: the status with which the portal refuses this request whatever it says, as after a permission was
   * withdrawn.
   */
  handle(request: Request, refusesWith?: number): Answer
  /** Changes a record from elsewhere. */
  change(entity: string, value: string): void
  /** Returns a record as it is, or as it was `old` changes ago. */
  record(entity: string, old?: number): BreakInfo
}

const tokenOf = (headers: Request['headers']) => (headers.Authorization ?? '').replace('Bearer ', '')
const problem = (status: number, detail: string): Answer => ({ status, body: { detail } })

const newRecord = (id: number): BreakInfo => ({
  _id: id,
  user: id,
  userName: `User ${id}`,
  empType: '',
  status: true,
  breakType: '',
  customMessage: `start of ${id}`,
  clockOutTime: null,
  rev: id,
})

/** `keepsAnswers: false` is a planted fault. */
export function newServer(now: () => number, log: History, keepsAnswers = true): ModelServer {
  const sessions = new Map<string, Session>()
  const answered = new Map<string, { body: string; answer: Answer }>()
  const versions = new Map<string, Held[]>(
    [ADA, BO, CY].map((id) => [`break:${id}`, [{ record: newRecord(id), effectiveAt: 0, by: OTHER, key: null }]]),
  )
  let rev = 10

  const historyOf = (entity: string): Held[] => versions.get(entity) ?? []

  function write(entity: string, origin: Omit<Held, 'record'>, change: object): BreakInfo {
    const held = historyOf(entity)
    const before = held.at(-1)?.record ?? newRecord(0)
    rev += 1
    const record: BreakInfo = { ...before, ...change, rev }
    held.push({ record, ...origin })
    const { by: user, key } = origin
    log.push({ is: 'effect', user, entity, value: record.customMessage, key, rev, truly: now() })
    return record
  }

  /** Returns when the change was made: only the time that passed on the device counts (offline.md §2.7). */
  function happenedAt(headers: Request['headers']): number {
    const elapsed = Date.parse(headers['Sent-At'] ?? '') - Date.parse(headers['Occurred-At'] ?? '')
    return Math.min(now(), Math.max(now() - LONGEST_PAST_MS, now() - elapsed))
  }

  function refuse(key: string, status: number, detail: string, lastKey: string | null = null): Answer {
    log.push({ is: 'refusal', key, status, detail, lastKey })
    return problem(status, detail)
  }

  function act({ url, headers, body }: Request, userId: number, key: string): Answer {
    const id = /update\/(\d+)\/$/.exec(url)?.[1] ?? String(userId)
    const entity = `break:${id}`
    const held = historyOf(entity).at(-1)
    if (!held) return refuse(key, 404, 'Nobody of that name is on the board.')
    const at = happenedAt(headers)
    if (headers['Base-Rev'] !== String(held.record.rev) && at < held.effectiveAt)
      return refuse(key, 409, `Changed by ${held.by}, after your change. Theirs was kept.`, held.key)
    return { status: 200, body: write(entity, { effectiveAt: at, by: userId, key }, JSON.parse(body)) }
  }

  return {
    signIn(userId, maySend) {
      const token = `token ${sessions.size} of ${userId}`
      sessions.set(token, { userId, maySend, isRevoked: false })
      return token
    },
    revoke(token) {
      const session = sessions.get(token)
      if (session) session.isRevoked = true
    },
    sessionOf: (token) => sessions.get(token),
    handle(request, refusesWith) {
      const session = sessions.get(tokenOf(request.headers))
      if (!session || session.isRevoked) return problem(401, 'Please sign in.')
      const key = request.headers['Idempotency-Key'] ?? ''
      if (refusesWith !== undefined) return refuse(key, refusesWith, `The portal will not have it (${refusesWith}).`)
      const known = answered.get(`${session.userId} ${key}`)
      if (known && known.body !== request.body) {
        log.push({ is: 'reuse', key })
        return problem(422, 'This key was used for something else.')
      }
      if (known) return known.answer
      const answer = act(request, session.userId, key)
      if (keepsAnswers && answer.status < 400) answered.set(`${session.userId} ${key}`, { body: request.body, answer })
      return answer
    },
    change(entity, value) {
      write(entity, { effectiveAt: now(), by: OTHER, key: null }, { customMessage: value })
    },
    record(entity, old = 0) {
      const held = historyOf(entity)
      return (held[Math.max(0, held.length - 1 - old)] ?? held[0])?.record ?? newRecord(0)
    },
  }
}
