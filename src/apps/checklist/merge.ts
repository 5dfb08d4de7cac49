/** What an answer brings becomes what is held, and each task only ever moves forward (offline.md §2.14). Pure. */
import type { UserTask } from '#contract/apps/checklist.ts'

/** Without `rev`, as from another server, what comes later is newer. */
const isOlder = (next: UserTask, held: UserTask) =>
  next.rev !== undefined && held.rev !== undefined && next.rev < held.rev

const newer = (next: UserTask, held: UserTask | undefined) => (held && isOlder(next, held) ? held : next)

/** A full list removes what is missing; of each task the newer record stays. */
export function mergeTasks(held: readonly UserTask[] | undefined, next: readonly UserTask[]): UserTask[] {
  const known = new Map(held?.map((task) => [task._id, task]))
  return next.map((task) => newer(task, known.get(task._id)))
}

/** One task that an answer brought. */
export const withTask = (held: readonly UserTask[], next: UserTask): UserTask[] =>
  held.map((task) => (task._id === next._id ? newer(next, task) : task))
