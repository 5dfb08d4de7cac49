/** Merges frames of the socket into the board. Pure. */
import type { BreakInfo } from '#contract/apps/onbreak.ts'
import type { LiveFrame, LiveMessage } from '#contract/live.ts'
import { newer, newerOfEach } from '#src/lib/newer.ts'

/** Mutates `board`, which is a private copy: a burst among thousands of people copies it only once. */
function put(board: LiveMessage[], next: LiveMessage): LiveMessage[] {
  const at = board.findIndex(({ userId }) => userId === next.userId)
  board[at < 0 ? board.length : at] = newer(next, board[at])
  return board
}

/**
 * Merges one frame: a full list removes missing people; a single update replaces the row of the same user, or adds it.
 */
function merged(board: LiveMessage[], frame: LiveFrame): LiveMessage[] {
  return Array.isArray(frame) ? newerOfEach(board, frame, ({ userId }) => userId) : put(board, frame)
}

/** Merges several frames at once, in the order in which they arrived. */
export const mergeAll = (board: readonly LiveMessage[], frames: readonly LiveFrame[]): LiveMessage[] =>
  frames.reduce(merged, [...board])

export const merge = (board: readonly LiveMessage[], frame: LiveFrame): LiveMessage[] => mergeAll(board, [frame])

/** Converts a record from a call into a message as the socket sends it. */
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

/** Converts a row of the board into a record: it has all the fields. */
export const asBreakInfo = ({ userId, timeLeft, ...rest }: LiveMessage): BreakInfo => ({
  ...rest,
  user: userId,
  clockOutTime: timeLeft,
})
