/** Deletes from this device what its person may no longer read, once a right was taken away. */
import type { QueryKey } from '@tanstack/react-query'
import type { SessionUser } from '#contract/apps/accounts.ts'
import {
  admin,
  boardAdmin,
  boardParticipant,
  boardReader,
  displayAdmin,
  etlReader,
  moodReader,
  moodUser,
  type Rule,
  reportReader,
  videoWatcher,
} from '#contract/who.ts'
import { queryClient } from '#src/api/query-client.ts'
import { callerOf } from '#src/api/session.ts'
import { forgetUnder } from '#src/offline/forget-under.ts'

/**
 * Who may read the kept queries under each key prefix; the others are for everybody who is signed in. Spelled out here,
 * because importing the queries would split the code of their screens into more files.
 */
export const READERS: readonly (readonly [QueryKey, Rule])[] = [
  [['onbreak', 'board'], boardReader],
  [['onbreak', 'mine'], boardParticipant],
  [['onbreak', 'of'], boardAdmin],
  [['onbreak', 'displays'], displayAdmin],
  [['checklist', 'incomplete'], admin],
  [['checklist', 'done'], admin],
  [['checklist', 'tasks'], admin],
  [['todos'], admin],
  [['etl'], etlReader],
  [['mood', 'told'], moodReader],
  [['mood'], moodUser],
  [['reporting'], reportReader],
  [['videos'], videoWatcher],
]

/** Deletes what this person may not read. May be repeated: it asks what is allowed now, not what was lost. */
export function forgetLost(me: SessionUser): Promise<void> {
  const caller = callerOf(me)
  const prefixes = READERS.filter(([, { allows }]) => allows(caller, {}) !== true).map(([prefix]) => prefix)
  return forgetUnder(queryClient, me._id, prefixes)
}
