import type { createTodo } from '#contract/apps/checklist.ts'
import type { BodyIn } from '#contract/call.ts'

type Given = BodyIn<typeof createTodo>

/** A todo as an admin gives it: a test says what matters to it. */
export const aTodo = (over: Partial<Given> = {}): Given => ({
  empType: 'Everyone',
  customMessage: 'Badge',
  moreInfo: 'At the desk',
  isOffboarding: false,
  ...over,
})
