/** The entries of quick find, and the search in them. Pure. */
import { type Application, FULL_PAGE_HARD_IDS } from '#contract/apps/applications.ts'
import { foldForSearch } from '#contract/folded.ts'
import type { LiveMessage } from '#contract/live.ts'
import { admin, boardAdmin, boardReader, type Caller, displayAdmin, type Rule, signedIn } from '#contract/who.ts'
import { clockTime } from '#src/lib/clock-time.ts'
import { compareText } from '#src/lib/compare-text.ts'

export interface Entry {
  readonly id: string
  readonly group: 'Apps' | 'People' | 'Release notes' | 'Go to'
  readonly label: string
  readonly description?: string
  /** The path that the entry opens, on this origin. */
  readonly address: string
  /** The server renders the page, so the entry is opened by a full page load. */
  readonly isFullPage?: true
  /** More words to find the entry by; not shown. */
  readonly keywords?: string
}

interface Screen {
  readonly label: string
  readonly address: string
  readonly who: Rule
  readonly keywords?: string
  /** A screen that exists only with our own server. */
  readonly ours?: true
}

const SCREENS: readonly Screen[] = [
  { label: 'Home', address: '/', who: signedIn, keywords: 'Our Apps' },
  { label: 'Profile', address: '/profile', who: signedIn, keywords: 'password department appearance dark light' },
  { label: 'Release notes', address: '/versions', who: signedIn, keywords: 'versions' },
  { label: 'Break Types', address: '/app/onbreak/types', who: boardAdmin, ours: true },
  { label: 'Wall screen', address: '/app/onbreak/wall', who: boardReader, keywords: 'on break board', ours: true },
  { label: 'Displays', address: '/app/onbreak/displays', who: displayAdmin, keywords: 'wall screen code', ours: true },
  { label: 'Users', address: '/frontend-admin/userlist', who: admin, keywords: 'people permissions' },
  { label: 'New User', address: '/app/onboarding/new-user', who: admin, keywords: 'register onboarding' },
  { label: 'Import People', address: '/frontend-admin/import', who: admin, keywords: 'csv users upload' },
  { label: 'Remove Old User', address: '/app/onboarding/old-user', who: admin, keywords: 'offboarding leaving' },
  { label: 'Todos', address: '/app/onboarding/todos', who: admin, keywords: 'checklist onboarding offboarding' },
  { label: 'Departments', address: '/app/onboarding/departments', who: admin },
  { label: 'Applications', address: '/frontend-admin/applicationlist', who: admin, keywords: 'catalogue' },
  {
    label: 'Audit Log',
    address: '/frontend-admin/audit',
    who: admin,
    keywords: 'history who changed sign-ins',
    ours: true,
  },
]

export interface EntrySources {
  readonly caller: Caller
  /** Whether the server is another implementation than ours. */
  readonly isOther?: boolean
  readonly apps: readonly Application[]
  readonly board: readonly LiveMessage[]
  readonly notes: readonly { readonly _id: number; readonly title: string }[]
}

const whereabouts = ({ status, breakType, timeLeft }: LiveMessage) =>
  status ? 'Available' : [breakType, timeLeft && `since ${clockTime(timeLeft)}`].filter(Boolean).join(' ')

/** Returns all entries that this person can open. */
export const entriesOf = ({ caller, isOther = false, apps, board, notes }: EntrySources): Entry[] => [
  ...apps.map(
    ({ _id, name, description, category, urlslug, hardId }): Entry => ({
      id: `app ${_id}`,
      group: 'Apps',
      label: name,
      address: `/app/${urlslug}`,
      keywords: `${category} ${urlslug}`,
      ...(description ? { description } : {}),
      ...(FULL_PAGE_HARD_IDS.includes(hardId) ? { isFullPage: true } : {}),
    }),
  ),
  ...board.map(
    (person): Entry => ({
      id: `person ${person.userId}`,
      group: 'People',
      label: person.userName,
      description: [whereabouts(person), person.empType].filter(Boolean).join(' · '),
      address: `/app/onbreak?${new URLSearchParams({ name: person.userName })}`,
    }),
  ),
  ...notes.map(
    ({ _id, title }): Entry => ({
      id: `note ${_id}`,
      group: 'Release notes',
      label: title,
      address: `/versions?${new URLSearchParams({ open: String(_id) })}`,
    }),
  ),
  ...SCREENS.filter(({ who, ours }) => who.allows(caller, {}) === true && !(ours && isOther)).map(
    ({ who: _, ours: __, ...screen }): Entry => ({ id: `screen ${screen.address}`, group: 'Go to', ...screen }),
  ),
]

/** Entries shown per group; typing more narrows them. */
const MOST_OF_A_GROUP = 8

/**
 * Returns how far the label is from the text: 0: the label begins with it, 1: a word of the label does, 2: it is
 * elsewhere in the label, 3: it is not in the label (but in description or keywords).
 */
function rankOf(label: string, wanted: string): number {
  if (label.startsWith(wanted)) return 0
  if (label.includes(` ${wanted}`)) return 1
  return label.includes(wanted) ? 2 : 3
}

/**
 * Returns the entries that contain every word of the text, nearest first, by group. Without a text: only the apps and
 * the screens, as people and notes are too many to browse.
 */
export function searchEntries(entries: readonly Entry[], text: string): Map<Entry['group'], Entry[]> {
  const wanted = foldForSearch(text.trim())
  const words = wanted.split(/\s+/).filter(Boolean)
  const hits = entries
    .filter(({ group }) => wanted !== '' || group === 'Apps' || group === 'Go to')
    .filter(({ label, description = '', keywords = '' }) => {
      const all = foldForSearch(`${label} ${description} ${keywords}`)
      return words.every((word) => all.includes(word))
    })
    .map((entry) => ({ entry, rank: rankOf(foldForSearch(entry.label), wanted) }))
    .toSorted((a, b) => a.rank - b.rank || compareText(a.entry.label, b.entry.label))
  const groups = new Map<Entry['group'], Entry[]>()
  for (const { entry } of hits) {
    const group = groups.get(entry.group) ?? []
    if (group.length < MOST_OF_A_GROUP) groups.set(entry.group, [...group, entry])
  }
  return groups
}
