/** Whose reports somebody may read, and where (spec §6). The server decides all the same. */
import type { Permissions } from '#contract/apps/accounts.ts'
import type { MoodReport, MoodScope } from '#contract/apps/mood.ts'
import type { MoodSearch } from './mood-search.ts'

export type View = NonNullable<MoodSearch['view']>

interface Item {
  readonly title: string
  /** None: Home. */
  readonly view?: View
}

/** The menu, for one person; of one item it is none (wire.md §4). */
export const menuOf = ({ isCepManager, isCepDeptManager, mood_admin }: Permissions): readonly Item[] => [
  { title: 'Home' },
  ...(isCepManager || isCepDeptManager ? [{ title: 'My Reports', view: 'my' } as const] : []),
  ...(mood_admin ? [{ title: 'All Reports', view: 'all' } as const] : []),
]

/** Which set of people a view is about. */
export function scopeOf(view: View, { isCepDeptManager }: Permissions): MoodScope {
  if (view === 'all') return 'moodAdmin'
  return isCepDeptManager ? 'deptManager' : 'normalManager'
}

interface Viewer {
  readonly _id: number
  readonly permissions: Permissions
}

/** Whether a report belongs to a view: an admin's calls bring more than their own people's. */
export const belongsTo =
  (view: View, { _id, permissions: { isCepDeptManager, empType } }: Viewer) =>
  ({ manager }: MoodReport): boolean => {
    const isOfDepartment = isCepDeptManager && empType !== '' && manager?.empType === empType
    return view === 'all' || manager?.user === _id || isOfDepartment
  }
