/** Who is away, by department. Pure. */
import type { LiveMessage } from '#contract/live.ts'
import type { Group } from './layout.ts'

const byText = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

/** Those without a department come last. Alone they need no heading: then it is `''`. */
const NONE = 'No department'

export function awayByDepartment(people: readonly LiveMessage[]): Group<LiveMessage>[] {
  const away = people
    .filter(({ status }) => !status)
    .sort((a, b) => byText.compare(a.userName, b.userName) || a.userId - b.userId)
  const groups = new Map<string, LiveMessage[]>()
  for (const person of away) groups.set(person.empType, [...(groups.get(person.empType) ?? []), person])
  return [...groups]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || byText.compare(a, b))
    .map(([name, members]) => ({ department: name || (groups.size > 1 ? NONE : ''), people: members }))
}
