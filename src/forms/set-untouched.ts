import type { UseFormReturnType } from '@mantine/form'

/**
 * Sets a form to `next` once `sent` was accepted, except for fields that were typed into meanwhile. Returns whether
 * there were any.
 */
export function setUntouched<Values extends object>(
  form: UseFormReturnType<Values>,
  sent: Values,
  next: Values,
): boolean {
  const now = form.getValues()
  const fields = Object.keys(next) as (keyof Values)[]
  const typed = fields.filter((field) => now[field] !== sent[field])
  form.setValues({ ...next, ...Object.fromEntries(typed.map((field) => [field, now[field]])) })
  return typed.length > 0
}
