/** A todo as its form holds it. Pure. */
import type { createTodo, TaskOwner, Todo } from '#contract/apps/checklist.ts'
import type { BodyIn } from '#contract/call.ts'

export interface TodoValues {
  empType: string
  customMessage: string
  moreInfo: string
  isOffboarding: boolean
  /** As typed, without a sign; empty means never due. */
  dueDays: string
  /** `before` applies only to offboarding: only a last day has tasks before it. */
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
  // The contract refuses NaN with a message.
  const count = /^\d+$/.test(typed) ? Number(typed) : Number.NaN
  return isOffboarding && dueSide === 'before' && count > 0 ? -count : count
}

type TodoBody = BodyIn<typeof createTodo>

/**
 * Returns all fields as a body. The due day is one value in the body but two fields in the form, which mean nothing on
 * their own.
 */
export function wholeTodo(values: TodoValues): Required<TodoBody> {
  const { empType, customMessage, moreInfo, isOffboarding, owner } = values
  return { empType, customMessage, moreInfo, isOffboarding, dueDays: daysOf(values), owner }
}

/**
 * Returns the body to send. An unchanged due day or owner is left out, because other servers may not know the field.
 */
export function changedTodo({ dueDays, owner, ...texts }: Required<TodoBody>, before?: Todo): TodoBody {
  return {
    ...texts,
    ...(dueDays === (before?.dueDays ?? null) ? {} : { dueDays }),
    ...(owner === (before?.owner ?? 'admin') ? {} : { owner }),
  }
}

export const todoBody = (values: TodoValues, before?: Todo): TodoBody => changedTodo(wholeTodo(values), before)
