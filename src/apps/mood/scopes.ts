/** Whose reports a person may read, and in which view (spec §6). The server enforces the same. */
import type { SessionUser } from '#contract/apps/accounts.ts'
import { type MoodReport, type MoodScope, scopesOf } from '#contract/apps/mood.ts'
import { callerOf } from '#src/api/session.ts'
import type { MoodSearch } from './mood-search.ts'

export type View = NonNullable<MoodSearch['view']>

interface MenuItem {
  readonly title: string
  /** Absent: Home. */
  readonly view?: View
}

const has = (me: SessionUser, scope: MoodScope) => scopesOf(callerOf(me)).includes(scope)

/** Returns a person's menu. A menu with a single item is not shown (wire.md §4). */
export const menuOf = (me: SessionUser): readonly MenuItem[] => [
  { title: 'Home' },
  ...(has(me, 'normalManager') ? [{ title: 'My Reports', view: 'my' } as const] : []),
  ...(has(me, 'moodAdmin') ? [{ title: 'All Reports', view: 'all' } as const] : []),
]

/** Returns the scope of people that a view is about. */
export function scopeOf(view: View, me: SessionUser): MoodScope {
  if (view === 'all') return 'moodAdmin'
  return has(me, 'deptManager') ? 'deptManager' : 'normalManager'
}

/**
 * Returns a filter for the reports of a view, since an admin's calls return more than the reports of their own people.
 */
export function belongsTo(view: View, me: SessionUser): (report: MoodReport) => boolean {
  const { empType } = me.permissions
  const readsDepartment = empType !== '' && has(me, 'deptManager')
  return ({ manager }) =>
    view === 'all' || manager?.user === me._id || (readsDepartment && manager?.empType === empType)
}
