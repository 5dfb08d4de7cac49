/** The core under test: the real one, or a copy with a planted fault. */
import * as db from '#src/offline/db.ts'
import * as drain from '#src/offline/drain.ts'
import * as forget from '#src/offline/forget.ts'
import * as outbox from '#src/offline/outbox.ts'
import * as overlay from '#src/offline/overlay.ts'
import * as sender from '#src/offline/sender.ts'

export type Core = typeof db & typeof drain & typeof forget & typeof outbox & typeof overlay & typeof sender

export const REAL: Core = { ...db, ...drain, ...forget, ...outbox, ...overlay, ...sender }
