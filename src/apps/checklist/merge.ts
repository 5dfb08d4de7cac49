/** What an answer brings becomes what is held, and each task only ever moves forward (offline.md §2.14). Pure. */
import type { MyTask, UserTask } from '#contract/apps/checklist.ts'

/** Without `rev`, as from another server, what comes later is newer. */
const isOlder = (next: UserTask, held: UserTask) =>
  next.rev !== undefined && held.rev !== undefined && next.rev < held.rev

const newer = <Task extends UserTask>(next: Task, held: Task | undefined) => (held && isOlder(next, held) ? held : next)

/** A full list removes what is missing; of each task the newer record stays. */
export function mergeTasks<Task extends UserTask>(held: readonly Task[] | undefined, next: readonly Task[]): Task[] {
  const known = new Map(held?.map((task) => [task._id, task]))
  return next.map((task) => newer(task, known.get(task._id)))
}

/** One task that an answer brought. */
export const withTask = (held: readonly UserTask[], next: UserTask): UserTask[] =>
  held.map((task) => (task._id === next._id ? newer(next, task) : task))

/** The same in the list of what is one's own job, which says of each task whose list it is on. */
export const withMine = (held: readonly MyTask[], next: readonly UserTask[]): MyTask[] =>
  held.map((task) => {
    const found = next.find(({ _id }) => _id === task._id)
    return found ? newer({ ...found, userId: task.userId, userName: task.userName }, task) : task
  })
