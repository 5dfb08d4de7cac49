/** What the socket says becomes what the board shows, and only ever moves forward (offline.md §2.14). Pure. */
import type { BreakInfo } from '#contract/apps/onbreak.ts'
import type { LiveFrame, LiveMessage } from '#contract/live.ts'

/** Without `rev`, as from another server, what comes later is newer. */
const isOlder = (next: { rev?: number | undefined }, held: { rev?: number | undefined }) =>
  next.rev !== undefined && held.rev !== undefined && next.rev < held.rev

/** The newer of each person's two records. */
const newer = (held: LiveMessage | undefined, next: LiveMessage) => (held && isOlder(next, held) ? held : next)

/** Into `board` itself, which nobody else holds: a burst among thousands of people copies it once. */
function put(board: LiveMessage[], next: LiveMessage): LiveMessage[] {
  const at = board.findIndex(({ userId }) => userId === next.userId)
  board[at < 0 ? board.length : at] = newer(board[at], next)
  return board
}

/** A full list removes who is missing; a single update replaces the entry of the same user, or adds it. */
function merged(board: LiveMessage[], frame: LiveFrame): LiveMessage[] {
  if (!Array.isArray(frame)) return put(board, frame)
  const held = new Map(board.map((message) => [message.userId, message]))
  return frame.map((next) => newer(held.get(next.userId), next))
}

/** Several frames at once, in the order in which they came. */
export const mergeAll = (board: readonly LiveMessage[], frames: readonly LiveFrame[]): LiveMessage[] =>
  frames.reduce(merged, [...board])

export const merge = (board: readonly LiveMessage[], frame: LiveFrame): LiveMessage[] => mergeAll(board, [frame])

/** A record as a call answers it, as the socket would say it. */
export const asLiveMessage = (info: BreakInfo): LiveMessage => ({
  userId: info.user,
  userName: info.userName,
  empType: info.empType,
  status: info.status,
  breakType: info.breakType,
  customMessage: info.customMessage,
  timeLeft: info.clockOutTime,
  plannedMinutes: info.plannedMinutes,
  rev: info.rev,
})

/** The other way round: what a record says is in the board's line too. */
export const asBreakInfo = ({ userId, timeLeft, ...rest }: LiveMessage): BreakInfo => ({
  ...rest,
  user: userId,
  clockOutTime: timeLeft,
})

/** A record that came, unless what is held is newer. */
export const newerInfo = (next: BreakInfo, held: BreakInfo | undefined): BreakInfo =>
  held && isOlder(next, held) ? held : next
