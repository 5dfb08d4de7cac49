/** One admin's device, and what its line does to an answer. */
import './browser.ts'
import type { UserTask } from '#contract/apps/checklist.ts'
import { type OutboxDb, openDb } from '#src/offline/db.ts'
import type { Row } from '#src/offline/row.ts'
import type { Admin, Answer } from './server.ts'

/** A tap that this device has acknowledged as safe. */
interface Tap {
  readonly key: string
  /** By the world's own time, which nobody can set. */
  readonly truly: number
}

/** One device. `held` is the query cache, `rows` what the page has read of the outbox. */
export class Device {
  db: OutboxDb
  held: readonly UserTask[]
  kept: readonly UserTask[]
  rows: readonly Row[] = []
  taps: Tap[] = []
  told = new Set<string>()
  isOnline = true
  isSending = false
  skew = 0
  readonly admin: Admin
  readonly name: string
  readonly hasLocks: boolean

  constructor(admin: Admin, name: string, tasks: readonly UserTask[], hasLocks: boolean) {
    this.admin = admin
    this.name = name
    this.hasLocks = hasLocks
    this.db = openDb(name)
    this.held = tasks
    this.kept = tasks
  }
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** Returns a response that breaks off in the middle. */
export function cutOff({ status, body }: Answer): Response {
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(JSON.stringify(body).slice(0, 15)))
      controller.error(new TypeError('fetch failed'))
    },
  })
  return new Response(stream, { status, headers: { 'content-type': 'application/json' } })
}
