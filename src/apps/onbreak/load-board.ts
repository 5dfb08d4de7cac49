/** What the board is drawn from, asked for while its code comes. */
import { boardReader } from '#contract/who.ts'
import { callerOf, session } from '#src/api/session.ts'
import { firstAnswer } from '#src/offline/first-answer.ts'
import { board, breakTypes, builtInTypes, myBreak } from './queries.ts'

export async function loadBoard(): Promise<void> {
  const me = session.get()
  if (!me?.permissions.changed_password || boardReader.allows(callerOf(me), {}) !== true) return
  const { access_onbreak: isParticipant } = me.permissions
  // Nothing is held up by these; asked for only once the form is drawn they would draw half the board again.
  if (isParticipant) {
    void firstAnswer(breakTypes)
    void firstAnswer(builtInTypes)
  }
  await Promise.all([firstAnswer(board), isParticipant && firstAnswer(myBreak)])
}
