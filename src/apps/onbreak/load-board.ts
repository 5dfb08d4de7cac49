/** What the board is drawn from, asked for while its code comes. */
import { boardReader } from '#contract/who.ts'
import { callerOf, session } from '#src/api/session.ts'
import { firstAnswer } from '#src/offline/first-answer.ts'
import { board, myBreak } from './queries.ts'

export async function loadBoard(): Promise<void> {
  const me = session.get()
  if (!me || boardReader.allows(callerOf(me), {}) !== true) return
  await Promise.all([firstAnswer(board), me.permissions.access_onbreak && firstAnswer(myBreak)])
}
