/** The tables of the notifications: who hears of what, where, and what is on its way. */
import type { Generated } from 'kysely'
import type { Kind } from '#contract/apps/notifications.ts'

/** A browser that is told of things, as long as its session lasts. */
export interface PushDeviceTable {
  id: Generated<number>
  user_id: number
  /** Unique. */
  session_id: number
  /** A secret: whoever knows it and the keys may send there. */
  endpoint: string
  /** SHA-256, hex; unique. */
  endpoint_hash: string
  p256dh: string
  auth: string
  name: string
  created_at: string
  last_sent_at: string | null
  /** When it last asked for a test. */
  tested_at: string | null
}

/** A kind that somebody wants to hear of; of data sources one row each. */
export interface PushChoiceTable {
  user_id: number
  kind: Kind
  /** The data source's name, `''` for kinds that have none. */
  source: string
  /** Nothing from before is told. */
  since: string
}

/** What somebody has been told: the key keeps servers from telling it twice. */
export interface PushCauseTable {
  user_id: number
  cause: string
  at: string
}

/** What is on its way to a device. */
export interface PushDeliveryTable {
  id: Generated<number>
  device_id: number
  kind: Kind
  /** The data source's name, `''` for kinds that have none. */
  source: string
  /** JSON text. */
  payload: string
  created_at: string
  expires_at: string
  tries: number
  /** When to try next; a server that tries moves it first, so that no other does the same. */
  next_at: string
}

export interface PushTables {
  push_device: PushDeviceTable
  push_choice: PushChoiceTable
  push_cause: PushCauseTable
  push_delivery: PushDeliveryTable
}
