/** Groups the away people by department. Pure. */
import type { LiveMessage } from '#contract/live.ts'
import { compareText } from '#src/lib/compare-text.ts'
import type { Group } from './layout.ts'

/** Heading of the people without a department, who come last. If they are the only group, the heading is `''`. */
const NONE = 'No department'

export function awayByDepartment(people: readonly LiveMessage[]): Group<LiveMessage>[] {
  const away = people
    .filter(({ status }) => !status)
    .sort((a, b) => compareText(a.userName, b.userName) || a.userId - b.userId)
  const groups = new Map<string, LiveMessage[]>()
  for (const person of away) groups.set(person.empType, [...(groups.get(person.empType) ?? []), person])
  return [...groups]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || compareText(a, b))
    .map(([name, members]) => ({ department: name || (groups.size > 1 ? NONE : ''), people: members }))
}
