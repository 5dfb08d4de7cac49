/** What is changed elsewhere while a form is open appears in it where nothing was typed: sent as it was, it would be undone. */
import { useEffect } from 'react'

interface FormLike<Values> {
  getInitialValues(): Values
  setInitialValues(values: Values): void
  resetDirty(values?: Values): void
  getValues(): Values
  setValues(values: Partial<Values>): void
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** `stored`: as the server has it by now, of all fields or of some. */
export function useStored<Values extends object>(form: FormLike<Values>, stored: Partial<Values>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each such change
  useEffect(() => {
    const before = form.getInitialValues()
    if (isSame(before, { ...before, ...stored })) return
    const now = form.getValues()
    form.setInitialValues({ ...before, ...stored })
    const fields = (Object.keys(stored) as (keyof Values)[]).filter(
      (field) => isSame(now[field], before[field]) && !isSame(now[field], stored[field]),
    )
    if (fields.length > 0)
      form.setValues(Object.fromEntries(fields.map((field) => [field, stored[field]])) as Partial<Values>)
    // Last: what was typed in the other fields is dirty all the same.
    form.resetDirty({ ...before, ...stored })
  }, [JSON.stringify(stored)])
}
