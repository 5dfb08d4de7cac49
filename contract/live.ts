/** Messages of the live socket: an array (the full list) or a single update (spec §7, wire.md “Live socket”). */
import * as z from 'zod/mini'
import { Id, InstantOrNone, PlannedMinutes, Rev, TextOrNone } from './values.ts'

/** One person's status on the board. */
export const LiveMessage = z.object({
  userId: Id,
  userName: z.string(),
  empType: TextOrNone,
  /** True is available, false away. */
  status: z.boolean(),
  breakType: TextOrNone,
  customMessage: TextOrNone,
  /** The instant of leaving; null when available. */
  timeLeft: InstantOrNone,
  /** Planned length of a break of this type; absent when available, or if no length has been set. */
  plannedMinutes: z.optional(PlannedMinutes),
  rev: Rev,
})
export type LiveMessage = z.infer<typeof LiveMessage>

/** A message of the server: the full list or a single update. */
export const LiveFrame = z.union([z.array(LiveMessage), LiveMessage])
export type LiveFrame = z.infer<typeof LiveFrame>

/** Close codes of the live socket: our own, and RFC 6455's 1012 (the service restarts). */
export const CLOSE = {
  restart: 1012,
  badFrame: 4400,
  noTicket: 4401,
  notYours: 4403,
  tooSlow: 4408,
  /** More than 20 messages in 10 s; or a 501st socket of one person or display was opened, and this was the oldest. */
  tooMany: 4429,
} as const
