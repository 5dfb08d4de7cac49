/** What draining the outbox needs from the device it runs on. Tests supply a device and a line of their own. */
import type { CallDeclaration } from '#contract/call.ts'
import type { OutboxDb } from './db.ts'

export interface Device {
  /** Milliseconds since 1970, by this device's clock, right or wrong. */
  now(): number
  /** A number from 0 up to, but not including, 1. */
  random(): number
  uuid(): string
}

/** The part of `navigator.locks` that is used. */
type Locks = Pick<LockManager, 'request'>

export interface DrainContext {
  readonly db: OutboxDb
  readonly device: Device
  /** Calls that may be sent, by id. */
  readonly calls: ReadonlyMap<string, CallDeclaration>
  /** `fetch`, or a test's own. */
  send(url: string, init: RequestInit): Promise<Response>
  /** Undefined in browsers without Web Locks: every tab then sends, and the server applies each row once. */
  readonly locks: Locks | undefined
  /** Called when the portal has accepted or refused a row. */
  readonly onAnswer?: () => void
}
