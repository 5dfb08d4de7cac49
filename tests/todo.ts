import type { createTodo } from '#contract/apps/checklist.ts'
import type { BodyIn } from '#contract/call.ts'

type Given = BodyIn<typeof createTodo>

/** Returns the body that creates a todo; a test overrides the fields that matter to it. */
export const aTodo = (over: Partial<Given> = {}): Given => ({
  empType: 'Everyone',
  customMessage: 'Badge',
  moreInfo: 'At the desk',
  isOffboarding: false,
  ...over,
})
