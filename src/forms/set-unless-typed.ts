interface FormLike<Values> {
  getValues(): Values
  setValues(values: Partial<Values>): void
}

/**
 * Makes a form what it is once `sent` has arrived, but for the fields that somebody has typed into meanwhile: these stay.
 * Answers whether there is one.
 */
export function setUnlessTyped<Values extends object>(form: FormLike<Values>, sent: Values, next: Values): boolean {
  const now = form.getValues()
  const fields = Object.keys(next) as (keyof Values)[]
  const typed = fields.filter((field) => now[field] !== sent[field])
  form.setValues({ ...next, ...Object.fromEntries(typed.map((field) => [field, now[field]])) })
  return typed.length > 0
}
