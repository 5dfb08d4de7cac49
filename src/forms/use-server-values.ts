/**
 * Shows changes made elsewhere in an open form, in the fields where nothing was typed. Sending the old values would
 * undo them.
 */
import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** `stored`: the server's current values, of all fields or some. */
export function useServerValues<Values extends object>(form: UseFormReturnType<Values>, stored: Partial<Values>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each change elsewhere
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
    // Last, so that typed fields stay dirty.
    form.resetDirty({ ...before, ...stored })
  }, [JSON.stringify(stored)])
}
