/** What sending the outbox needs of the device it runs on; tests bring a device and a line of their own. */
import type { CallDeclaration } from '#contract/call.ts'
import type { OutboxDb } from './db.ts'

export interface Device {
  /** Milliseconds since 1970, by this device's clock, right or wrong. */
  now(): number
  /** From 0 up to 1. */
  random(): number
  uuid(): string
}

/** The part of `navigator.locks` that is used. */
export type Locks = Pick<LockManager, 'request'>

export interface DrainContext {
  readonly db: OutboxDb
  readonly device: Device
  /** What may be sent, by id. */
  readonly calls: ReadonlyMap<string, CallDeclaration>
  /** `fetch`, or a test's own. */
  send(url: string, init: RequestInit): Promise<Response>
  /** Undefined in browsers without Web Locks: then all send, and the server takes each row once. */
  readonly locks: Locks | undefined
  /** The portal has answered, whatever it said. */
  readonly onAnswer?: () => void
}
