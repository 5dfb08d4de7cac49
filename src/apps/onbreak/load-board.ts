/** Loads the board's data while its code is loading. */
import { boardReader } from '#contract/who.ts'
import { callerOf, session } from '#src/api/session.ts'
import { firstAnswer } from '#src/offline/first-answer.ts'
import { board, breakTypes, builtInTypes, myBreak } from './queries.ts'

export async function loadBoard(): Promise<void> {
  const me = session.get()
  if (!me?.permissions.changed_password || boardReader.allows(callerOf(me), {}) !== true) return
  const { access_onbreak: isParticipant } = me.permissions
  // Not awaited; requested here because their arrival after the first render would render half the board again.
  if (isParticipant) {
    void firstAnswer(breakTypes)
    void firstAnswer(builtInTypes)
  }
  await Promise.all([firstAnswer(board), isParticipant && firstAnswer(myBreak)])
}
