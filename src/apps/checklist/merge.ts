/** Merges the tasks of an answer into the cached ones. Pure. */
import type { MyTask, UserTask } from '#contract/apps/checklist.ts'
import { newer, newerOfEach } from '#src/lib/newer.ts'

export const mergeTasks = <Task extends UserTask>(held: readonly Task[] | undefined, next: readonly Task[]): Task[] =>
  newerOfEach(held, next, ({ _id }) => _id)

/** Returns the list with one task replaced by the newer of the two. */
export const withTask = (held: readonly UserTask[], next: UserTask): UserTask[] =>
  held.map((task) => (task._id === next._id ? newer(next, task) : task))

/** Does the same for the list of the signed-in person's tasks, keeping whose checklist each task is on. */
export const withMine = (held: readonly MyTask[], next: readonly UserTask[]): MyTask[] =>
  held.map((task) => {
    const found = next.find(({ _id }) => _id === task._id)
    return found ? newer({ ...found, userId: task.userId, userName: task.userName }, task) : task
  })
