/** The board of who is on break: wire.md “On break”. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { LiveMessage } from '../live.ts'
import {
  Day,
  Id,
  IdParams,
  InstantIn,
  InstantOrNone,
  LIMITS,
  PlannedMinutes,
  Rev,
  requiredText,
  TextOrNone,
  text,
  UNCHANGED,
} from '../values.ts'
import { admin, boardAdmin, boardMember, boardParticipant, boardReader, either, reportReader, self } from '../who.ts'

/** The break types of every portal (spec §9). */
export const BUILT_IN_BREAK_TYPES = ['Lunch', 'Break'] as const

/** A person's record on the board. */
export const BreakInfo = z.object({
  /** Not in spec §3, so another server may leave it out. */
  _id: z.optional(Id),
  user: Id,
  userName: z.string(),
  empType: TextOrNone,
  /** True is available, false away. */
  status: z.boolean(),
  breakType: TextOrNone,
  customMessage: TextOrNone,
  /** When the person left; null when available. */
  clockOutTime: InstantOrNone,
  /** As in the live message: the person is due back this many minutes after leaving. */
  plannedMinutes: z.optional(PlannedMinutes),
  rev: Rev,
})
export type BreakInfo = z.infer<typeof BreakInfo>

/** A status object in a request. Fields that the server owns or does not know are ignored (wire.md). */
export const BreakStatus = z.object({
  status: z.boolean('status must be true (available) or false (away).'),
  breakType: z.optional(text(LIMITS.name, 'Break type')),
  customMessage: z.optional(text(LIMITS.breakMessage, 'The message')),
})
export type BreakStatus = z.infer<typeof BreakStatus>

export const getMyBreak = call({
  method: 'GET',
  path: '/api/onbreak/get/',
  summary: 'The caller’s break info',
  who: boardParticipant,
  answer: BreakInfo,
  refuses: [404],
  cached: true,
})

export const getBreak = call({
  method: 'GET',
  path: '/api/onbreak/get/:id/',
  summary: 'The break info of a user',
  who: either(self, boardAdmin),
  params: IdParams,
  answer: BreakInfo,
  cached: true,
})

export const getBoard = call({
  method: 'GET',
  path: '/api/onbreak/board/',
  summary: 'The whole board, as live messages',
  who: boardReader,
  answer: z.array(LiveMessage),
  cached: true,
  etag: true,
  ours: true,
})

export const updateMyBreak = call({
  method: 'PUT',
  path: '/api/onbreak/update/',
  summary: 'Leave or come back',
  who: boardParticipant,
  body: BreakStatus,
  answer: z.extend(BreakInfo, UNCHANGED),
  unspecifiedAnswer: true,
  refuses: [404, 409],
  queues: 'break.set',
  timed: true,
})

export const updateBreak = call({
  method: 'PUT',
  path: '/api/onbreak/update/:id/',
  summary: 'Change another’s status',
  who: boardAdmin,
  params: IdParams,
  body: BreakStatus,
  answer: z.extend(BreakInfo, UNCHANGED),
  unspecifiedAnswer: true,
  refuses: [409],
  queues: 'break.set',
  timed: true,
})

export const createBreak = call({
  method: 'POST',
  path: '/api/onbreak/create/:id/',
  summary: 'Put a user on the board',
  who: admin,
  params: IdParams,
  answer: BreakInfo,
  status: 201,
  repeatStatus: 200,
  refuses: [409],
})

/** One absence. `clockInTime` is null while it lasts; `changedBy` is a user id. */
export const BreakLogEntry = z.object({
  _id: Id,
  user: Id,
  userName: z.string(),
  empType: z.string(),
  breakType: z.string(),
  customMessage: z.string(),
  clockOutTime: z.string(),
  clockInTime: z.nullable(z.string()),
  changedBy: z.nullable(Id),
  rev: Rev,
})
export type BreakLogEntry = z.infer<typeof BreakLogEntry>

export const createBreakData = call({
  method: 'POST',
  path: '/api/onbreak/create/breakdata/',
  summary: 'Write a break into the log',
  who: boardParticipant,
  body: z.strictObject({
    breakType: requiredText(LIMITS.name, 'Break type'),
    customMessage: z.optional(text(LIMITS.breakMessage, 'The message')),
    clockOutTime: InstantIn,
  }),
  answer: BreakLogEntry,
  unspecifiedAnswer: true,
  status: 201,
  repeatStatus: 200,
  queues: 'break.log',
})

export const deleteBreak = call({
  method: 'DELETE',
  path: '/api/onbreak/delete/:id/',
  summary: 'Take a user off the board',
  who: admin,
  params: IdParams,
  answer: null,
  status: 204,
})

export const BreakType = z.object({
  _id: Id,
  breakType: z.string(),
  /** Absent if no planned length has been set. */
  plannedMinutes: z.optional(PlannedMinutes),
})
export type BreakType = z.infer<typeof BreakType>

/** Without `plannedMinutes`, as in wire.md, the planned length stays as it is (a new type has none); null removes it. */
const BreakTypeBody = z.strictObject({
  breakType: requiredText(LIMITS.name, 'Break type'),
  plannedMinutes: z.optional(z.nullable(PlannedMinutes)),
})

export const listBreakTypes = call({
  method: 'GET',
  path: '/api/onbreak/breaktype/',
  summary: 'The break types beyond Lunch and Break',
  who: boardMember,
  answer: z.array(BreakType),
  cached: true,
  etag: true,
})

/** Lunch or Break: always there and never renamed. `plannedMinutes` is as in a break type. */
export const BuiltInBreakType = z.object({
  breakType: z.enum(BUILT_IN_BREAK_TYPES),
  plannedMinutes: z.optional(PlannedMinutes),
})
export type BuiltInBreakType = z.infer<typeof BuiltInBreakType>

export const listBuiltInBreakTypes = call({
  method: 'GET',
  path: '/api/onbreak/builtintype/',
  summary: 'Lunch and Break, with their planned lengths',
  who: boardMember,
  answer: z.array(BuiltInBreakType),
  cached: true,
  etag: true,
  ours: true,
})

export const planBuiltInBreakType = call({
  method: 'PUT',
  path: '/api/onbreak/builtintype/',
  summary: 'Set the planned length of Lunch or Break',
  who: boardAdmin,
  body: z.strictObject({ breakType: z.enum(BUILT_IN_BREAK_TYPES), plannedMinutes: z.nullable(PlannedMinutes) }),
  answer: BuiltInBreakType,
  ours: true,
})

export const createBreakType = call({
  method: 'POST',
  path: '/api/onbreak/breaktype/',
  summary: 'Add a break type',
  who: boardAdmin,
  body: BreakTypeBody,
  answer: BreakType,
  status: 201,
  refuses: [409],
  ours: true,
})

export const updateBreakType = call({
  method: 'PUT',
  path: '/api/onbreak/breaktype/:id/',
  summary: 'Rename a break type, or set its planned length',
  who: boardAdmin,
  params: IdParams,
  body: BreakTypeBody,
  answer: BreakType,
  refuses: [409],
  ours: true,
})

export const deleteBreakType = call({
  method: 'DELETE',
  path: '/api/onbreak/breaktype/:id/',
  summary: 'Delete a break type',
  who: boardAdmin,
  params: IdParams,
  answer: null,
  status: 204,
  ours: true,
})

export const createTicket = call({
  method: 'POST',
  path: '/api/onbreak/ticket/',
  summary: 'A ticket that opens one live socket, once, within 30 s',
  who: boardReader,
  answer: z.object({ ticket: z.string() }),
  secret: true,
  ours: true,
})

export const listBreakLog = call({
  method: 'GET',
  path: '/api/onbreak/log/',
  summary: 'The breaks that began on these days of the company’s calendar',
  who: reportReader,
  query: z.object({ from: Day, to: Day }),
  answer: z.array(BreakLogEntry),
  ours: true,
})
