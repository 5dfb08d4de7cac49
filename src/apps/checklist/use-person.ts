/** Finds the person a checklist belongs to, in the cached lists or by a request of its own. */
import { useQuery } from '@tanstack/react-query'
import { Problem, Unreachable } from '#src/api/problem.ts'
import type { ListedUser } from './people-columns.tsx'
import { checklists } from './queries.ts'
import { usePeople } from './use-people.ts'

interface PersonLookup {
  readonly person: ListedUser | undefined
  readonly isUnknown: boolean
  /**
   * Why the person cannot be read. Null while the server is unreachable: the cached checklist is shown without the
   * person.
   */
  readonly error: unknown
}

export function usePerson(id: number): PersonLookup {
  const { incomplete, done, error: listsError } = usePeople()
  const listed: ListedUser | undefined = [...(incomplete ?? []), ...(done ?? [])].find((user) => user.id === id)
  const areListsRead = incomplete !== undefined && done !== undefined
  const { data, error } = useQuery({ ...checklists.person(id), enabled: !listed && areListsRead })
  const read: ListedUser | undefined = data && {
    id,
    name: data.name,
    email: data.email,
    empType: data.permissions?.empType ?? '',
    isOffboarding: false,
    deactivated: data.deactivated ?? false,
  }
  const person = listed ?? read
  const isUnknown = !listed && error instanceof Problem && error.status === 404
  const failure = listsError ?? error
  return { person, isUnknown, error: person || isUnknown || failure instanceof Unreachable ? null : failure }
}
