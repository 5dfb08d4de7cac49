/** Whose reports somebody may read, and where (spec §6). The server decides all the same. */
import type { SessionUser } from '#contract/apps/accounts.ts'
import { type MoodReport, type MoodScope, scopesOf } from '#contract/apps/mood.ts'
import { callerOf } from '#src/api/session.ts'
import type { MoodSearch } from './mood-search.ts'

export type View = NonNullable<MoodSearch['view']>

interface Item {
  readonly title: string
  /** None: Home. */
  readonly view?: View
}

const has = (me: SessionUser, scope: MoodScope) => scopesOf(callerOf(me)).includes(scope)

/** The menu, for one person; of one item it is none (wire.md §4). */
export const menuOf = (me: SessionUser): readonly Item[] => [
  { title: 'Home' },
  ...(has(me, 'normalManager') ? [{ title: 'My Reports', view: 'my' } as const] : []),
  ...(has(me, 'moodAdmin') ? [{ title: 'All Reports', view: 'all' } as const] : []),
]

/** Which set of people a view is about. */
export function scopeOf(view: View, me: SessionUser): MoodScope {
  if (view === 'all') return 'moodAdmin'
  return has(me, 'deptManager') ? 'deptManager' : 'normalManager'
}

/** Whether a report belongs to a view: an admin's calls bring more than their own people's. */
export function belongsTo(view: View, me: SessionUser): (report: MoodReport) => boolean {
  const { empType } = me.permissions
  const readsDepartment = empType !== '' && has(me, 'deptManager')
  return ({ manager }) =>
    view === 'all' || manager?.user === me._id || (readsDepartment && manager?.empType === empType)
}
