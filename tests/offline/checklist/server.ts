/** What the checklist tests need of a portal: the real one, or a model small enough to be believed. */
import { checkTask, completeUserTasks, type UserTask } from '#contract/apps/checklist.ts'
import { fillPath } from '#contract/call.ts'

export interface Admin {
  readonly id: number
  readonly name: string
  readonly token: string
}

interface Request {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface Server {
  readonly admins: readonly [Admin, Admin]
  /** The person whose checklist it is. */
  readonly owner: { readonly id: number; readonly name: string }
  /** `now`: milliseconds by the server's clock. */
  handle(request: Request, now: number): Promise<Answer>
  /** Returns the tasks as they are stored. */
  tasks(): Promise<UserTask[]>
}

interface Held {
  readonly task: UserTask
  readonly effectiveAt: number
}

const LONGEST_PAST_MS = 14 * 86_400_000
const OWNER = { id: 7, name: 'Ann' }
const ADMINS = [
  { id: 1, name: 'Bo', token: 'token of Bo' },
  { id: 2, name: 'Cy', token: 'token of Cy' },
] as const

const newTask = (id: number): UserTask => ({
  _id: id,
  empType: 'Everyone',
  customMessage: `Task ${id}`,
  moreInfo: '',
  isOffboarding: false,
  weight: id,
  isChecked: false,
  checkedAt: null,
  checkedBy: null,
  rev: 1,
})

/** A model of the checklist as wire.md and offline.md §2.7 describe it. `keepsAnswers: false` is a planted fault. */
export function newModel(taskCount: number, { keepsAnswers = true } = {}): Server {
  const answers = new Map<string, Answer>()
  let rev = 1
  let list: readonly Held[] = Array.from({ length: taskCount }, (_, index) => ({
    task: newTask(index + 1),
    effectiveAt: 0,
  }))
  const tasks = () => list.map(({ task }) => task)

  function set(ids: ReadonlySet<number>, isChecked: boolean, by: string, at: number): void {
    rev += 1
    const made = {
      isChecked,
      checkedAt: isChecked ? new Date(at).toISOString() : null,
      checkedBy: isChecked ? by : null,
    }
    list = list.map(({ task, effectiveAt }) =>
      ids.has(task._id)
        ? { task: { ...task, ...made, rev }, effectiveAt: Math.max(effectiveAt, at) }
        : { task, effectiveAt },
    )
  }

  function act({ url, headers, body }: Request, by: string, now: number): Answer {
    const elapsed = Date.parse(headers['Sent-At'] ?? '') - Date.parse(headers['Occurred-At'] ?? '')
    const at = Math.min(now, Math.max(now - LONGEST_PAST_MS, now - elapsed))
    const isLate = ({ task, effectiveAt }: Held) =>
      headers['Base-Rev'] !== String(task.rev) && at !== now && at < effectiveAt
    if (url === fillPath(completeUserTasks.path, { id: OWNER.id })) {
      const open = list.filter((held) => !held.task.isChecked && !isLate(held))
      if (open.length > 0) set(new Set(open.map(({ task }) => task._id)), true, by, at)
      const [theirs, yours] = [now, at].map((instant) => new Date(instant).toISOString())
      const marked = list.map(({ task }) => ({
        ...task,
        ...(open.length > 0 && task.rev === rev ? { isChanged: true } : {}),
        ...(task.isChecked ? {} : { overtaken: { by: 'somebody', theirs, yours } }),
      }))
      return { status: 200, body: marked }
    }
    const held = list.find(({ task }) => url === fillPath(checkTask.path, { id: task._id }))
    if (!held) return { status: 404, body: { detail: 'There is no such task.' } }
    const { isChecked } = JSON.parse(body)
    if (held.task.isChecked !== isChecked) {
      if (isLate(held))
        return { status: 409, body: { detail: `Changed after your change at ${at}. That one was kept.` } }
      set(new Set([held.task._id]), isChecked, by, at)
      return { status: 200, body: tasks().find(({ _id }) => _id === held.task._id) }
    }
    return { status: 200, body: { ...held.task, ...(headers['Base-Rev'] === undefined ? {} : { isChanged: false }) } }
  }

  return {
    admins: ADMINS,
    owner: OWNER,
    tasks: async () => tasks(),
    async handle(request, now) {
      const admin = ADMINS.find(({ token }) => request.headers.Authorization === `Bearer ${token}`)
      if (!admin) return { status: 401, body: { detail: 'Please sign in.' } }
      const key = `${admin.id} ${request.headers['Idempotency-Key']}`
      const answer = answers.get(key) ?? act(request, admin.name, now)
      if (keepsAnswers && answer.status < 400) answers.set(key, answer)
      return answer
    },
  }
}
