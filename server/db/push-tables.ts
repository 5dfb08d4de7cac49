/** The tables of the notifications: devices, choices, causes already told, and pending deliveries. */
import type { Generated } from 'kysely'
import type { Kind } from '#contract/apps/notifications.ts'

/** A browser that receives notifications, for as long as its session lasts. */
interface PushDeviceTable {
  id: Generated<number>
  user_id: number
  /** Unique. */
  session_id: number
  /** A secret: anyone who knows it and the keys can send to the device. */
  endpoint: string
  /** SHA-256, hex; unique. */
  endpoint_hash: string
  p256dh: string
  auth: string
  name: string
  created_at: string
  last_sent_at: string | null
  /** When the device last requested a test notification. */
  tested_at: string | null
}

/** A kind of notification that a person has chosen; data sources have one row each. */
interface PushChoiceTable {
  user_id: number
  kind: Kind
  /** The data source's name, `''` for kinds that have none. */
  source: string
  /** When it was chosen. Events from before are not told. */
  since: string
}

/** What a person has been told: the primary key keeps several servers from telling it twice. */
interface PushCauseTable {
  user_id: number
  cause: string
  at: string
}

/** A notification pending for a device. */
interface PushDeliveryTable {
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
  /** When to try next. A server that tries moves it into the future first, as a lease. */
  next_at: string
}

export interface PushTables {
  push_device: PushDeviceTable
  push_choice: PushChoiceTable
  push_cause: PushCauseTable
  push_delivery: PushDeliveryTable
}
