/** Screens that answer with an honest “not built yet”: grows shorter with every release, until it is empty. */
export const notBuiltYet = [
  '/app/reporting',
  '/app/onboarding/old-user',
  '/app/onboarding/todos',
  '/app/onboarding/todos/$id/edit',
  '/app/onboarding/departments',
  '/app/onboarding/departments/$id/edit',
] as const
