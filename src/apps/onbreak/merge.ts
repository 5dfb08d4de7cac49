/** What the socket says becomes what the board shows. Pure. */
import type { BreakInfo } from '#contract/apps/onbreak.ts'
import type { LiveFrame, LiveMessage } from '#contract/live.ts'
import { newer, newerOfEach } from '#src/lib/newer.ts'

/** Into `board` itself, which nobody else holds: a burst among thousands of people copies it once. */
function put(board: LiveMessage[], next: LiveMessage): LiveMessage[] {
  const at = board.findIndex(({ userId }) => userId === next.userId)
  board[at < 0 ? board.length : at] = newer(next, board[at])
  return board
}

/** A full list removes who is missing; a single update replaces the entry of the same user, or adds it. */
function merged(board: LiveMessage[], frame: LiveFrame): LiveMessage[] {
  return Array.isArray(frame) ? newerOfEach(board, frame, ({ userId }) => userId) : put(board, frame)
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
