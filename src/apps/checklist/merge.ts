/** What an answer brings becomes what is held. Pure. */
import type { MyTask, UserTask } from '#contract/apps/checklist.ts'
import { newer, newerOfEach } from '#src/lib/newer.ts'

export const mergeTasks = <Task extends UserTask>(held: readonly Task[] | undefined, next: readonly Task[]): Task[] =>
  newerOfEach(held, next, ({ _id }) => _id)

/** One task that an answer brought. */
export const withTask = (held: readonly UserTask[], next: UserTask): UserTask[] =>
  held.map((task) => (task._id === next._id ? newer(next, task) : task))

/** The same in the list of what is one's own job, which says of each task whose list it is on. */
export const withMine = (held: readonly MyTask[], next: readonly UserTask[]): MyTask[] =>
  held.map((task) => {
    const found = next.find(({ _id }) => _id === task._id)
    return found ? newer({ ...found, userId: task.userId, userName: task.userName }, task) : task
  })
