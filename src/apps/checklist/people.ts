/** Moves people between the two lists: those with an open task, and those without. */
import type { ChecklistUser, DoneUser } from '#contract/apps/checklist.ts'
import { queryClient } from '#src/api/query-client.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { checklists } from './queries.ts'

export interface PeopleLists {
  readonly incomplete: readonly ChecklistUser[] | undefined
  /** Null where the server has no such list. */
  readonly done: readonly DoneUser[] | null | undefined
}

const byName = (a: ChecklistUser, b: ChecklistUser) => compareText(a.name, b.name) || a.id - b.id

function withMoves<User extends ChecklistUser>(
  list: readonly User[],
  arrived: readonly User[],
  gone: ReadonlySet<number>,
) {
  if (arrived.length === 0 && !list.some(({ id }) => gone.has(id))) return list
  const known = new Set(list.map(({ id }) => id))
  const [kept, fresh] = [list.filter(({ id }) => !gone.has(id)), arrived.filter(({ id }) => !known.has(id))]
  return fresh.length > 0 ? [...kept, ...fresh].sort(byName) : kept
}

/**
 * Returns the lists with everybody moved about whom `isDone` contradicts the list they are on; one list may be newer
 * than the other. A list that nobody leaves or joins stays the same object.
 */
export function listsAfterMoves(
  { incomplete, done }: PeopleLists,
  isDone: (id: number, list: keyof PeopleLists) => boolean | undefined,
): PeopleLists {
  const finished = incomplete?.filter(({ id }) => isDone(id, 'incomplete') === true) ?? []
  const reopened = done?.filter(({ id }) => isDone(id, 'done') === false) ?? []
  const ids = (users: readonly ChecklistUser[]) => new Set(users.map(({ id }) => id))
  const arriving = finished
    .filter(({ id }) => isDone(id, 'done') === true)
    .map((user) => ({ ...user, deactivated: false }))
  const returning = reopened.filter(({ id }) => isDone(id, 'incomplete') === false)
  return {
    incomplete: incomplete && withMoves(incomplete, returning, ids(finished)),
    done: done && withMoves(done, arriving, ids(reopened)),
  }
}

/** Moves a person between the cached lists as an answer showed them, until the lists are read again. */
export function movePerson(person: number, isDone: boolean): void {
  const [incompleteKey, doneKey] = [checklists.incomplete.queryKey, checklists.done.queryKey]
  const lists = { incomplete: queryClient.getQueryData(incompleteKey), done: queryClient.getQueryData(doneKey) }
  const { incomplete, done } = listsAfterMoves(lists, (id) => (id === person ? isDone : undefined))
  if (incomplete) queryClient.setQueryData(incompleteKey, [...incomplete])
  if (done) queryClient.setQueryData(doneKey, [...done])
}
