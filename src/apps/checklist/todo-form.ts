/** A todo as its form holds it. Pure. */
import type { createTodo, TaskOwner, Todo } from '#contract/apps/checklist.ts'
import type { BodyIn } from '#contract/call.ts'

export interface TodoValues {
  empType: string
  customMessage: string
  moreInfo: string
  isOffboarding: boolean
  /** As it was typed, without a sign; empty: never due. */
  dueDays: string
  /** Only what comes before a last day is before something. */
  dueSide: 'before' | 'after'
  owner: TaskOwner
}

export const BLANK_TODO: TodoValues = {
  empType: '',
  customMessage: '',
  moreInfo: '',
  isOffboarding: false,
  dueDays: '',
  dueSide: 'after',
  owner: 'admin',
}

export const todoValues = ({ empType, customMessage, moreInfo, isOffboarding, dueDays, owner }: Todo): TodoValues => ({
  empType,
  customMessage,
  moreInfo,
  isOffboarding,
  dueDays: dueDays === undefined ? '' : String(Math.abs(dueDays)),
  dueSide: dueDays !== undefined && dueDays < 0 ? 'before' : 'after',
  owner: owner ?? 'admin',
})

function daysOf({ dueDays, dueSide, isOffboarding }: TodoValues): number | null {
  const typed = dueDays.trim()
  if (typed === '') return null
  // NaN, which the contract refuses in words.
  const count = /^\d+$/.test(typed) ? Number(typed) : Number.NaN
  return isOffboarding && dueSide === 'before' && count > 0 ? -count : count
}

type TodoBody = BodyIn<typeof createTodo>

/** All that the fields say: when it is due is one value here and two fields there, which say nothing each by itself. */
export function wholeTodo(values: TodoValues): Required<TodoBody> {
  const { empType, customMessage, moreInfo, isOffboarding, owner } = values
  return { empType, customMessage, moreInfo, isOffboarding, dueDays: daysOf(values), owner }
}

/** What is sent: what is as before is left out, since another server may not know of it. */
export function changedTodo({ dueDays, owner, ...texts }: Required<TodoBody>, before?: Todo): TodoBody {
  return {
    ...texts,
    ...(dueDays === (before?.dueDays ?? null) ? {} : { dueDays }),
    ...(owner === (before?.owner ?? 'admin') ? {} : { owner }),
  }
}

export const todoBody = (values: TodoValues, before?: Todo): TodoBody => changedTodo(wholeTodo(values), before)
